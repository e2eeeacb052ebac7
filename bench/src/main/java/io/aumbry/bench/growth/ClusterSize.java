package io.aumbry.bench.growth;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The size of a synthetic cluster. Each group of ten nodes, one in each zone, has three replicas of
 * its partitions.
 */
public record ClusterSize(int nodes, int partitions) {
  static final int COPIES = 3;

  private static final int ZONES = 10;
  private static final int MOST_ON_A_NODE = 1_000;

  public ClusterSize {
    if (nodes < ZONES || nodes % ZONES != 0) {
      throw new IllegalArgumentException(
          "%d nodes, must be a multiple of the %d zones".formatted(nodes, ZONES));
    }
    if (partitions < 1) {
      throw new IllegalArgumentException(partitions + " partitions, must be at least 1");
    }
  }

  /** Whether no node has more than 1,000 replicas. */
  public boolean isRealistic() {
    return (long) partitions * COPIES <= (long) nodes * MOST_ON_A_NODE;
  }

  static String name(int node) {
    return "node-" + node;
  }

  static String zone(int node) {
    return "zone-" + node % ZONES;
  }

  List<String> names() {
    return IntStream.range(0, nodes).mapToObj(ClusterSize::name).toList();
  }

  /** The names of the nodes of a partition, its leader first. */
  List<String> replicas(int partition) {
    int groups = nodes / ZONES;
    int group = partition % groups * ZONES;
    int first = partition / groups;
    return IntStream.range(first, first + COPIES)
        .mapToObj(zone -> name(group + zone % ZONES))
        .toList();
  }
}
