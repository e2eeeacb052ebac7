package io.aumbry.tests.simulation.cluster;

import io.aumbry.router.RouterConfig;
import io.aumbry.server.ServerConfig;
import io.aumbry.server.compaction.CompactionConfig;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.scrub.ScrubConfig;
import io.aumbry.store.Durability;
import io.aumbry.store.StoreConfig;
import io.aumbry.store.compaction.Retention;
import java.time.Duration;

/** A cluster and its limits, which are small so that everything happens in a minute. */
public record ClusterPlan(
    Shape shape, StoreConfig store, ServerConfig server, RouterConfig router) {
  private static final int CHUNK = 64 << 10;

  /**
   * How many there are of what.
   *
   * @param disks of each node
   * @param copies of each partition
   */
  public record Shape(int nodes, int disks, int partitions, int copies, int frontends) {}

  public int nodes() {
    return shape.nodes();
  }

  public int disks() {
    return shape.disks();
  }

  public int partitions() {
    return shape.partitions();
  }

  public int copies() {
    return shape.copies();
  }

  public int frontends() {
    return shape.frontends();
  }

  /** Three copies on four nodes with two disks each, two frontends. */
  public static ClusterPlan usual() {
    return new ClusterPlan(new Shape(4, 2, 6, 3, 2), stores(), servers(), routers());
  }

  private static StoreConfig stores() {
    return new StoreConfig(Durability.FSYNC, 256 << 10, 0, 16 << 20, 1000, 2, 64)
        .withRetention(
            new Retention(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofDays(2)));
  }

  private static ServerConfig servers() {
    ReplicationConfig replication =
        new ReplicationConfig(
            3, Duration.ofSeconds(5), Duration.ofMillis(25), Duration.ofMillis(100), 1 << 20);
    return new ServerConfig(64L << 20, 16L << 20, 64, replication)
        .withCompaction(new CompactionConfig(Duration.ofSeconds(3), 32L << 20))
        .withScrub(new ScrubConfig(Duration.ofSeconds(20), 32L << 20));
  }

  private static RouterConfig routers() {
    RouterConfig defaults = RouterConfig.defaults();
    return new RouterConfig(
        2,
        CHUNK,
        16L * CHUNK,
        defaults.bodyMemoryWait(),
        defaults.pipeline(),
        Duration.ofSeconds(2),
        defaults.hedge());
  }
}
