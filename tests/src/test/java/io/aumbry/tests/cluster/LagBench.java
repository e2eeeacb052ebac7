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

/**
 * {@code tests/bench-lag [SECONDS]}: measures the time from a record's sync on one node until its
 * peers in the data centre have acknowledged everything up to it, without faults. Each load uses a
 * new cluster of processes and runs for twice this time. Percentiles are from its start on. The
 * share later than 50 ms and the CPU time of the nodes are from the middle on.
 */
final class LagBench {
  private static final List<PacedPuts> LOADS =
      List.of(
          new PacedPuts("4 KiB", 4 << 10, 4),
          new PacedPuts("4 KiB", 4 << 10, 40),
          new PacedPuts("4 KiB", 4 << 10, 400),
          new PacedPuts("1 MiB", 1 << 20, 4));

  private LagBench() {}

  static void main(String[] arguments) throws IOException {
    long seconds = arguments.length > 0 ? Long.parseLong(arguments[0]) : 20;
    System.out.println(
        "| load | p50, ms | p95 | p99 | p99.9 | of 1000 later than 50 ms | CPU of the nodes, cores |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|");
    for (PacedPuts load : LOADS) {
      run(load, Duration.ofSeconds(seconds), System.out);
    }
  }

  private static void run(PacedPuts load, Duration span, PrintStream out) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    Path data = Files.createTempDirectory("bench-lag");
    try (LiveCluster cluster = LiveCluster.start(data);
        RestClient client = cluster.client("frontend")) {
      load.put(client, random, span);
      long began = System.nanoTime();
      Duration before = cpu(cluster);
      double all = sum(cluster, "_seconds_count");
      double late = sum(cluster, "_late_total");
      load.put(client, random, span);
      double used = cpu(cluster).minus(before).toNanos();
      long passed = System.nanoTime() - began;
      out.printf(
          Locale.ROOT,
          "| %s | %s | %.1f | %.3f |%n",
          load.title(),
          Quantiles.cells(cluster, cluster.nodes(), "replication_confirmation", ""),
          1000 * (sum(cluster, "_late_total") - late) / (sum(cluster, "_seconds_count") - all),
          used / passed);
    } finally {
      FolderTree.delete(data);
    }
  }

  private static double sum(LiveCluster cluster, String suffix) {
    return cluster.nodes().stream()
        .map(node -> cluster.metrics(node, "aumbry_replication_confirmation" + suffix))
        .mapToDouble(List::getFirst)
        .sum();
  }

  private static Duration cpu(LiveCluster cluster) {
    return cluster.nodes().stream().map(cluster::cpu).reduce(Duration.ZERO, Duration::plus);
  }
}
