package io.aumbry.cluster;

import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * What a controller makes of its data centre.
 *
 * @param instanceName names this controller among those that compete to lead
 * @param partitions wanted in this data centre, numbered from 0, never made fewer; if none are
 *     said, as many as there is capacity for when the first are made
 * @param replicas of each partition, in as many zones
 * @param partitionBytes what a replica counts against the capacity of its node
 * @param placement which nodes get replicas, and when
 */
public record ControllerConfig(
    ClusterAddress address,
    String instanceName,
    OptionalInt partitions,
    int replicas,
    long partitionBytes,
    Placement placement) {
  /** A limit of what one ZooKeeper node can hold of a resource. */
  static final int MOST_PARTITIONS = 20_000;

  private static final int MOST_REPLICAS = 9;

  public ControllerConfig {
    if (instanceName.isEmpty()) {
      throw new IllegalArgumentException("controller's instance name is empty");
    }
    partitions.ifPresent(count -> Bounds.check("partitions", count, 1, MOST_PARTITIONS));
    Bounds.check("replicas", replicas, 1, MOST_REPLICAS);
    Capacity.units("partition bytes", partitionBytes);
  }

  /** 3 replicas of partitions of 64 GiB, placed once 3 nodes are there. */
  public static ControllerConfig of(ClusterAddress address, String instanceName, int partitions) {
    return new ControllerConfig(
        address, instanceName, OptionalInt.of(partitions), 3, 64L << 30, Placement.defaults(3));
  }

  /**
   * When replicas are placed and moved.
   *
   * @param firstNodes how many nodes must be live before the first replica is placed, so that all
   *     of them get their share
   * @param moveDelay how long a node may be gone before its replicas are made anew elsewhere
   * @param movesAtOnce of how many partitions replicas move at once so that nodes get their share,
   *     1 to 10,000
   */
  public record Placement(int firstNodes, Duration moveDelay, int movesAtOnce) {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(3650);

    public Placement {
      Bounds.check("first nodes", firstNodes, 1, 10_000);
      Bounds.check("move delay", moveDelay, SHORTEST, LONGEST);
      Bounds.check("moves at once", movesAtOnce, 1, 10_000);
    }

    /**
     * With a delay of 30 min: longer than a restart and an upgrade, shorter than a night; 32 moves.
     */
    public static Placement defaults(int firstNodes) {
      return new Placement(firstNodes, Duration.ofMinutes(30), 32);
    }

    public Placement withMoveDelay(Duration other) {
      return new Placement(firstNodes, other, movesAtOnce);
    }

    public Placement withMovesAtOnce(int other) {
      return new Placement(firstNodes, moveDelay, other);
    }
  }
}
