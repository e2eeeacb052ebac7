package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a controller.
 *
 * @param instanceName unique among the controllers of a data centre
 * @param replicas of each partition, each in a different zone
 */
public record ControllerConfig(
    ClusterAddress address, String instanceName, int replicas, Placement placement) {
  /** A resource with more does not fit into one ZooKeeper node. */
  public static final int MOST_PARTITIONS = 20_000;

  /** Minimum size of a partition and capacity of a node; less is a mistake in the unit. */
  static final long LEAST_BYTES = 1 << 20;

  private static final int MOST_REPLICAS = 9;

  public ControllerConfig {
    if (instanceName.isEmpty()) {
      throw new IllegalArgumentException("controller's instance name is empty");
    }
    Bounds.check("replicas", replicas, 1, MOST_REPLICAS);
  }

  /** 3 replicas, partitions of 64 GiB, placed when 3 nodes have joined. */
  public static ControllerConfig of(ClusterAddress address, String instanceName, int partitions) {
    return new ControllerConfig(
        address, instanceName, 3, Placement.defaults(3).withPartitions(partitions));
  }

  public record Placement(
      @Setting(
              key = "controller.partitions",
              range = "1 to 20000",
              text =
                  "Partitions of the cluster, equal in all data centres. More can be added,"
                      + " but none removed. Default: with one data centre, the number for which its"
                      + " first nodes have capacity, leaving a fifth free; with several data"
                      + " centres, 24.")
          Optional<Integer> partitions,
      @Setting(
              key = "controller.partition-size",
              range = "1 MiB to 16 TiB",
              text = "Bytes that a replica counts against the capacity of its node.")
          @Default("64 GiB")
          long partitionBytes,
      @Setting(
              key = "controller.first-nodes",
              range = "1 to 10000",
              text = "Number of nodes that must join before partitions are first placed.")
          @Default("3")
          int firstNodes,
      @Setting(
              key = "controller.move-delay",
              range = "1s to 365d",
              text = "Time that a node may be gone before its replicas are rebuilt on others.")
          @Default("30m")
          Duration moveDelay,
      @Setting(
              key = "controller.moves-at-once",
              range = "1 to 10000",
              text =
                  "Maximum number of partitions with moving replicas during rebalancing and drains."
                      + " Lost replicas are rebuilt without this limit.")
          @Default("32")
          int movesAtOnce) {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(3650);

    public Placement {
      partitions.ifPresent(count -> Bounds.check("partitions", count, 1, MOST_PARTITIONS));
      Bounds.check("partition bytes", partitionBytes, LEAST_BYTES, Long.MAX_VALUE);
      Bounds.check("first nodes", firstNodes, 1, 10_000);
      Bounds.check("move delay", moveDelay, SHORTEST, LONGEST);
      Bounds.check("moves at once", movesAtOnce, 1, 10_000);
    }

    public static Placement defaults(int firstNodes) {
      return Settings.read(
          Placement.class, Map.of("controller.first-nodes", Integer.toString(firstNodes)));
    }

    public Placement withPartitions(int count) {
      return new Placement(Optional.of(count), partitionBytes, firstNodes, moveDelay, movesAtOnce);
    }

    public Placement withPartitionBytes(long bytes) {
      return new Placement(partitions, bytes, firstNodes, moveDelay, movesAtOnce);
    }

    public Placement withMoveDelay(Duration other) {
      return new Placement(partitions, partitionBytes, firstNodes, other, movesAtOnce);
    }

    public Placement withMovesAtOnce(int other) {
      return new Placement(partitions, partitionBytes, firstNodes, moveDelay, other);
    }
  }
}
