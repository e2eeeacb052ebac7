package io.aumbry.tests.cluster;

import io.aumbry.bench.process.FolderTree;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * {@code tests/bench-geo [ROUND_TRIP_MILLIS [SECONDS]]}: measures replication between two data
 * centres with this round trip: the age of blobs when they are durable in the other data centre,
 * and the bytes that nodes exchange for each. Each blob size uses a new cluster.
 */
final class GeoBench {
  private static final int NODES = 3;
  private static final List<PacedPuts> LOADS =
      List.of(
          new PacedPuts("4 KiB", 4 << 10, 40),
          new PacedPuts("4 KiB", 4 << 10, 400),
          new PacedPuts("64 KiB", 64 << 10, 40),
          new PacedPuts("1 MiB", 1 << 20, 4));

  private final Duration roundTrip;
  private final Duration span;
  private final SplittableRandom random = new SplittableRandom(7);

  private GeoBench(Duration roundTrip, Duration span) {
    this.roundTrip = roundTrip;
    this.span = span;
  }

  static void main(String[] arguments) throws IOException {
    long millis = arguments.length > 0 ? Long.parseLong(arguments[0]) : 50;
    long seconds = arguments.length > 1 ? Long.parseLong(arguments[1]) : 30;
    GeoBench bench = new GeoBench(Duration.ofMillis(millis), Duration.ofSeconds(seconds));
    System.out.println(
        "| size | blobs | p50, ms | p95 | p99 | p99.9 | bytes a blob | of its size | idle, bytes/s |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (PacedPuts load : LOADS) {
      bench.run(load, System.out);
    }
  }

  private void run(PacedPuts load, PrintStream out) throws IOException {
    Path data = Files.createTempDirectory("bench-geo");
    try (Wan wan = new Wan(data, new Places(2, NODES));
        LiveCluster cluster = LiveCluster.startInOneProcess(data, "--datacenters", "2");
        RestClient client = cluster.client("frontend")) {
      wan.mend(roundTrip);
      load.put(client, random, span.dividedBy(3));
      awaitTogether(cluster);
      double idle = perSecond(wan);
      long began = System.nanoTime();
      long before = wan.betweenNodes();
      int count = load.put(client, random, span);
      awaitTogether(cluster);
      double exchanged = wan.betweenNodes() - before - idle * (System.nanoTime() - began) / 1e9;
      out.printf(
          Locale.ROOT,
          "| %s | %d | %s | %.0f | %.3f | %.0f |%n",
          load.title(),
          count,
          Quantiles.cells(cluster, there(), "replication_age", "datacenter=\"dc1\","),
          exchanged / count,
          exchanged / count / load.size(),
          idle);
    } finally {
      FolderTree.delete(data);
    }
  }

  /** Returns the bytes per second that idle nodes exchange. */
  private double perSecond(Wan wan) {
    long before = wan.betweenNodes();
    LockSupport.parkNanos(span.dividedBy(3).toNanos());
    return (wan.betweenNodes() - before) * 3e9 / span.toNanos();
  }

  private static List<String> there() {
    return IntStream.rangeClosed(1, NODES).mapToObj(node -> "dc2-node" + node).toList();
  }

  private static void awaitTogether(LiveCluster cluster) {
    there().forEach(cluster::awaitCaughtUp);
  }
}
