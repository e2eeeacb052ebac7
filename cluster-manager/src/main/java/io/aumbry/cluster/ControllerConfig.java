package io.aumbry.cluster;

import java.time.Duration;

/**
 * What a controller makes of its data centre.
 *
 * @param instanceName names this controller among those that compete to lead
 * @param partitions wanted in this data centre, numbered from 0; never made fewer
 * @param replicas of each partition, in as many zones
 * @param partitionBytes what a replica counts against the capacity of its node
 * @param placement which nodes get replicas, and when
 */
public record ControllerConfig(
    ClusterAddress address,
    String instanceName,
    int partitions,
    int replicas,
    long partitionBytes,
    Placement placement) {
  /** A limit of what one ZooKeeper node can hold of a resource. */
  private static final int MOST_PARTITIONS = 20_000;

  private static final int MOST_REPLICAS = 9;

  public ControllerConfig {
    if (instanceName.isEmpty()) {
      throw new IllegalArgumentException("controller's instance name is empty");
    }
    Bounds.check("partitions", partitions, 1, MOST_PARTITIONS);
    Bounds.check("replicas", replicas, 1, MOST_REPLICAS);
    Capacity.units("partition bytes", partitionBytes);
  }

  /** 3 replicas of partitions of 64 GiB, placed once 3 nodes are there, and not moved. */
  public static ControllerConfig of(ClusterAddress address, String instanceName, int partitions) {
    return new ControllerConfig(
        address, instanceName, partitions, 3, 64L << 30, Placement.pinned(3));
  }

  /**
   * When replicas are placed and whether they move afterwards.
   *
   * @param firstNodes how many nodes must be live before the first replica is placed, so that all
   *     of them get their share
   * @param moves whether replicas move to nodes that join later, and away from nodes that are lost
   *     for longer than {@code moveDelay}. Off, each partition stays on the nodes that it was first
   *     placed on: moving needs a bootstrap that copies data, or it loses it
   * @param moveDelay how long a node may be gone before its replicas are made anew elsewhere
   */
  public record Placement(int firstNodes, boolean moves, Duration moveDelay) {
    private static final Duration LONGEST = Duration.ofDays(3650);

    public Placement {
      Bounds.check("first nodes", firstNodes, 1, 10_000);
      Bounds.check("move delay", moveDelay, Duration.ofMillis(1), LONGEST);
    }

    /** Placed once, by WAGED, when so many nodes are live; never moved after that. */
    public static Placement pinned(int firstNodes) {
      return new Placement(firstNodes, false, LONGEST);
    }

    /** Placed by WAGED and kept balanced by it. */
    public static Placement moving(int firstNodes, Duration moveDelay) {
      return new Placement(firstNodes, true, moveDelay);
    }
  }
}
