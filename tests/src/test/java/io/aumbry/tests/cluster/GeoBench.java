package io.aumbry.tests.cluster;

import io.aumbry.deploy.bench.process.FolderTree;
import io.aumbry.protocol.buffer.BytesOfTests;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code tests/bench-geo [ROUND_TRIP_MILLIS [SECONDS]]}: what it takes to bring blobs from one data
 * centre to another one: how old they are when they are durable there, and the bytes that nodes
 * exchange for each, over a network of that round trip. A new cluster for each size.
 */
final class GeoBench {
  private static final int NODES = 3;
  private static final List<String> QUANTILES = List.of("0.5", "0.95", "0.99", "0.999");
  private static final List<Load> LOADS =
      List.of(
          new Load("4 KiB", 4 << 10, 40),
          new Load("64 KiB", 64 << 10, 40),
          new Load("1 MiB", 1 << 20, 4));

  private final Duration roundTrip;
  private final Duration span;
  private final SplittableRandom random = new SplittableRandom(7);

  private GeoBench(Duration roundTrip, Duration span) {
    this.roundTrip = roundTrip;
    this.span = span;
  }

  /** Blobs of a size, so many a second. */
  private record Load(String name, int size, int perSecond) {}

  static void main(String[] arguments) throws IOException {
    long millis = arguments.length > 0 ? Long.parseLong(arguments[0]) : 50;
    long seconds = arguments.length > 1 ? Long.parseLong(arguments[1]) : 30;
    GeoBench bench = new GeoBench(Duration.ofMillis(millis), Duration.ofSeconds(seconds));
    System.out.println(
        "| size | blobs | p50, ms | p95 | p99 | p99.9 | bytes a blob | of its size | idle, bytes/s |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (Load load : LOADS) {
      bench.run(load, System.out);
    }
  }

  private void run(Load load, PrintStream out) throws IOException {
    Path data = Files.createTempDirectory("bench-geo");
    try (Wan wan = new Wan(data, new Places(2, NODES));
        LiveCluster cluster = LiveCluster.startInOneProcess(data, "--datacenters", "2");
        RestClient client = cluster.client("frontend")) {
      wan.mend(roundTrip);
      put(client, load, span.dividedBy(3));
      awaitTogether(cluster);
      double idle = perSecond(wan);
      long began = System.nanoTime();
      long before = wan.betweenNodes();
      int count = put(client, load, span);
      awaitTogether(cluster);
      double exchanged = wan.betweenNodes() - before - idle * (System.nanoTime() - began) / 1e9;
      out.printf(
          Locale.ROOT,
          "| %s, %d a second | %d | %s | %.0f | %.3f | %.0f |%n",
          load.name,
          load.perSecond,
          count,
          String.join(" | ", ages(cluster)),
          exchanged / count,
          exchanged / count / load.size,
          idle);
    } finally {
      FolderTree.delete(data);
    }
  }

  /** What nodes exchange when nobody asks them anything. */
  private double perSecond(Wan wan) {
    long before = wan.betweenNodes();
    LockSupport.parkNanos(span.dividedBy(3).toNanos());
    return (wan.betweenNodes() - before) * 3e9 / span.toNanos();
  }

  private int put(RestClient client, Load load, Duration during) {
    long apart = TimeUnit.SECONDS.toNanos(1) / load.perSecond;
    int count = (int) (during.toNanos() / apart);
    long began = System.nanoTime();
    List<Thread> puts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] content = BytesOfTests.random(random, load.size);
      LockSupport.parkNanos(began + i * apart - System.nanoTime());
      puts.add(Thread.ofVirtual().start(() -> client.put(content)));
    }
    for (Thread put : puts) {
      try {
        put.join();
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
    }
    return count;
  }

  private static void awaitTogether(LiveCluster cluster) {
    for (int node = 1; node <= NODES; node++) {
      cluster.awaitCaughtUp("dc2-node" + node);
    }
  }

  /** In milliseconds, those of the node that is slowest. */
  private static List<String> ages(LiveCluster cluster) {
    List<String> ages = new ArrayList<>();
    for (String quantile : QUANTILES) {
      double worst = 0;
      for (int node = 1; node <= NODES; node++) {
        String series =
            "aumbry_replication_age_seconds{datacenter=\"dc1\",quantile=\"" + quantile + "\"}";
        for (double age : cluster.metrics("dc2-node" + node, series)) {
          worst = Math.max(worst, age);
        }
      }
      ages.add(String.format(Locale.ROOT, "%.0f", worst * 1000));
    }
    return ages;
  }
}
