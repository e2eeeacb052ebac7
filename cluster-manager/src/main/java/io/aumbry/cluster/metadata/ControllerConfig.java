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
 * What a controller makes of its data centre.
 *
 * @param instanceName names this controller among those that compete to lead
 * @param replicas of each partition, in as many zones
 * @param placement how many partitions there are, and when nodes get replicas
 */
public record ControllerConfig(
    ClusterAddress address, String instanceName, int replicas, Placement placement) {
  /** A limit of what one ZooKeeper node can hold of a resource. */
  public static final int MOST_PARTITIONS = 20_000;

  /** Of a partition, and of the capacity of a node: less is a mistake in the unit. */
  static final long LEAST_BYTES = 1 << 20;

  private static final int MOST_REPLICAS = 9;

  public ControllerConfig {
    if (instanceName.isEmpty()) {
      throw new IllegalArgumentException("controller's instance name is empty");
    }
    Bounds.check("replicas", replicas, 1, MOST_REPLICAS);
  }

  /** 3 replicas of partitions of 64 GiB, placed once 3 nodes are there. */
  public static ControllerConfig of(ClusterAddress address, String instanceName, int partitions) {
    return new ControllerConfig(
        address, instanceName, 3, Placement.defaults(3).withPartitions(partitions));
  }

  /** How many partitions there are, and when their replicas are placed and moved. */
  public record Placement(
      @Setting(
              key = "controller.partitions",
              range = "1 to 20000",
              text =
                  "Partitions of the cluster, the same in all data centres; more can be added,"
                      + " never fewer. If it is not set: with one data centre as many as its first"
                      + " nodes have capacity for, a fifth of it left free; with several 24.")
          Optional<Integer> partitions,
      @Setting(
              key = "controller.partition-size",
              range = "1 MiB to 16 TiB",
              text = "What a replica counts against the capacity of its node.")
          @Default("64 GiB")
          long partitionBytes,
      @Setting(
              key = "controller.first-nodes",
              range = "1 to 10000",
              text = "How many nodes must have joined before partitions are first placed.")
          @Default("3")
          int firstNodes,
      @Setting(
              key = "controller.move-delay",
              range = "1s to 365d",
              text = "How long a node may be gone before its replicas are made anew on others.")
          @Default("30m")
          Duration moveDelay,
      @Setting(
              key = "controller.moves-at-once",
              range = "1 to 10000",
              text =
                  "Of how many partitions replicas move at once while nodes are given their share,"
                      + " or are drained. What is lost is made anew without this limit.")
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

    /** The defaults, for a cluster that begins with so many nodes. */
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
