package io.aumbry.tests.simulation.cluster;

import io.aumbry.router.RouterConfig;
import io.aumbry.server.ServerConfig;
import io.aumbry.server.compaction.CompactionConfig;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.replication.ReplicationConfig.Elsewhere;
import io.aumbry.server.replication.ReplicationConfig.Nearby;
import io.aumbry.server.replication.ReplicationConfig.Sources;
import io.aumbry.server.scrub.ScrubConfig;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.io.QueueLimits;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The shape and the configuration of a cluster. Sizes and times are so small that everything
 * happens within a minute.
 *
 * @param session time after which the coordinator notices that a process has ended
 * @param upkeep repair of lost and damaged copies
 */
public record ClusterPlan(
    Shape shape,
    Duration session,
    StoreConfig store,
    ServerConfig server,
    RouterConfig router,
    Upkeep upkeep) {
  private static final int CHUNK = 64 << 10;

  /** Upper bound of the bytes that a record and its file need besides the content. */
  private static final int OVERHEAD = 2 << 10;

  private static final int LARGEST_BLOB = 300 << 10;

  /** Memory for answers to pulls that allows one answer at a time. */
  private static final int TIGHT = 64 << 10;

  /** The size of a few blobs. */
  private static final long SOME_BYTES = 8 << 10;

  private static final QueueLimits TIGHT_QUEUE = new QueueLimits(4 * CHUNK, 16);

  public static final int COPIES = 3;

  /** Deletes are remembered for this time. */
  public static final Duration FORGOTTEN = Duration.ofDays(2);

  /** Limit of uploads, which is longer than clients wait for one. */
  public static final Duration UPLOADS = Duration.ofSeconds(30);

  /** Bytes of a disk that are reserved for deletes and compaction. A MiB stays free. */
  public static final int RESERVE = 2 << 20;

  /**
   * The size of a cluster.
   *
   * @param nodes of each data centre
   * @param disks of each node
   * @param copies of each partition in each data centre
   * @param frontends of each data centre
   * @param combined whether each frontend is in the process of a node, as in {@code aumbry server}
   */
  public record Shape(
      int dataCenters,
      int nodes,
      int disks,
      int partitions,
      int copies,
      int frontends,
      boolean combined) {
    public Shape(int nodes, int disks, int partitions, int copies, int frontends) {
      this(1, nodes, disks, partitions, copies, frontends, false);
    }

    public Shape times(int others) {
      return new Shape(others, nodes, disks, partitions, copies, frontends, combined);
    }

    public Shape inServers() {
      return new Shape(dataCenters, nodes, disks, partitions, copies, frontends, true);
    }
  }

  public boolean isSynced() {
    return store.durability() == SyncPolicy.FSYNC;
  }

  public int dataCenters() {
    return shape.dataCenters();
  }

  public int nodes() {
    return shape.dataCenters() * shape.nodes();
  }

  public int disks() {
    return shape.disks();
  }

  /**
   * Whether a store that a fault of its disk has stopped may be lost for its replica: the node sets
   * it aside, or goes on with an empty one on another disk.
   */
  public boolean replacesFailedStores() {
    return upkeep.rebuilds() || disks() > 1;
  }

  public int partitions() {
    return shape.partitions();
  }

  public int copies() {
    return shape.copies();
  }

  public int replicas() {
    return shape.dataCenters() * shape.partitions() * shape.copies();
  }

  /** The data centre of a machine. Machines are numbered from 0, data centre by data centre. */
  int dataCenterOfNode(int node) {
    return 1 + node / shape.nodes();
  }

  int dataCenterOfFrontend(int frontend) {
    return 1 + frontend / shape.frontends();
  }

  /** The machine whose process contains a frontend, in a combined cluster. */
  int machineOfFrontend(int frontend) {
    return frontend / shape.frontends() * shape.nodes() + frontend % shape.frontends();
  }

  public int frontends() {
    return shape.dataCenters() * shape.frontends();
  }

  /** Three copies on four nodes with two disks each, and two frontends. */
  public static ClusterPlan usual() {
    return new ClusterPlan(
        new Shape(4, 2, 6, COPIES, 2),
        Duration.ofSeconds(4),
        stores(256 << 10, 0, 64),
        servers(),
        routers(),
        Upkeep.none());
  }

  public static ClusterPlan scripted() {
    return new ClusterPlan(
        new Shape(3, 1, 1, COPIES, 1),
        Duration.ofSeconds(1),
        stores(96 << 10, RESERVE, 16),
        servers(),
        routers(),
        Upkeep.none());
  }

  public ClusterPlan with(Shape other) {
    return new ClusterPlan(other, session, store, server, router, upkeep);
  }

  /**
   * Returns this plan with another number of data centres. New replicas use bulk copies in two
   * plans of three, from the first missing byte or from {@link #SOME_BYTES} on.
   */
  public ClusterPlan in(int dataCenters) {
    ClusterPlan all = with(shape.times(dataCenters));
    int drawn = store.activeIndexEntries();
    return drawn % 3 == 0 ? all : all.withStretchesFrom(drawn % 3 == 1 ? 1 : SOME_BYTES);
  }

  public ClusterPlan withRemoteRate(long bytesPerSecond) {
    ReplicationConfig replication = server.replication();
    return with(replication.with(replication.elsewhere().withBytesPerSecond(bytesPerSecond)));
  }

  public ClusterPlan withStretchesFrom(long bytes) {
    ReplicationConfig replication = server.replication();
    return with(replication.with(replication.nearby().withFarBehind(bytes)));
  }

  /** Returns this plan with another limit for damaged replicas that wait for each other. */
  public ClusterPlan withMendedAfter(Duration limit) {
    ReplicationConfig replication = server.replication();
    ReplicationConfig.Tuning usual = replication.tuning();
    return with(
        replication.with(
            new ReplicationConfig.Tuning(
                usual.avoided(),
                usual.longestBackoff(),
                limit,
                usual.points(),
                usual.summaryBytes(),
                usual.stretchBytes())));
  }

  private ClusterPlan with(ReplicationConfig replication) {
    ServerConfig other = server.withReplication(replication);
    return new ClusterPlan(shape, session, store, other, router, upkeep);
  }

  public ClusterPlan with(CompactionConfig compaction) {
    ServerConfig other = server.withCompaction(compaction);
    return new ClusterPlan(shape, session, store, other, router, upkeep);
  }

  public ClusterPlan withScrubIn(Duration period) {
    ScrubConfig other = new ScrubConfig(period, server.scrub().bytesPerSecond());
    return new ClusterPlan(shape, session, store, server.withScrub(other), router, upkeep);
  }

  public ClusterPlan withPagesOf(int chunks) {
    return new ClusterPlan(shape, session, store, server, router.withPagesOf(chunks), upkeep);
  }

  public ClusterPlan withMemoryFor(int chunks) {
    return new ClusterPlan(shape, session, store, server, routers(chunks), upkeep);
  }

  public ClusterPlan with(SyncPolicy other) {
    return new ClusterPlan(shape, session, store.withDurability(other), server, router, upkeep);
  }

  /** Returns this plan with times and sizes that the generator draws, most of them smaller. */
  public ClusterPlan scaled(SplittableRandom random) {
    return new ScaledLimits(random).of(this);
  }

  public int largestBlob() {
    long segment = store.segmentBytes();
    return segment < CHUNK + OVERHEAD ? (int) segment - OVERHEAD : LARGEST_BLOB;
  }

  /** Returns this plan with stores that answer before they sync, and sync at this interval. */
  public ClusterPlan syncingEvery(Duration interval) {
    return new ClusterPlan(
        shape,
        session,
        store.withDurability(SyncPolicy.WRITE),
        server.withSyncInterval(interval),
        router,
        upkeep);
  }

  public ClusterPlan with(Upkeep other) {
    return new ClusterPlan(shape, session, store, server, router, other);
  }

  public static ClusterPlan small(RandomGenerator random) {
    Shape shape =
        new Shape(
            random.nextInt(3, 5),
            random.nextInt(1, 3),
            random.nextBoolean() ? 1 : random.nextInt(1, 4),
            COPIES,
            random.nextInt(1, 3));
    Duration session = Duration.ofMillis(random.nextInt(500, 4000));
    StoreConfig stores =
        stores(
            random.nextBoolean() ? 96 << 10 : 256 << 10,
            random.nextBoolean() ? RESERVE : 0,
            random.nextInt(16, 65));
    boolean roomy = random.nextBoolean();
    return new ClusterPlan(
        shape,
        session,
        roomy ? stores : shortQueue(stores),
        roomy ? servers() : tightServers(),
        routers(random.nextBoolean() ? 16 : 4),
        Upkeep.none());
  }

  private static StoreConfig stores(int segmentBytes, int reserve, int activeIndexEntries) {
    return new StoreConfig(
            SyncPolicy.FSYNC, segmentBytes, reserve, 16 << 20, 1000, 2, activeIndexEntries)
        .withRetention(
            new Retention(Duration.ofSeconds(5), Duration.ofSeconds(5), FORGOTTEN)
                .withUploads(UPLOADS));
  }

  public ClusterPlan tight() {
    return new ClusterPlan(shape, session, shortQueue(store), tightServers(), router, upkeep);
  }

  private static ServerConfig tightServers() {
    return servers(TIGHT, TIGHT, 8 * CHUNK);
  }

  private static StoreConfig shortQueue(StoreConfig stores) {
    return stores.withQueue(TIGHT_QUEUE);
  }

  private static ServerConfig servers() {
    return servers(1 << 20, 16L << 20, 64L << 20);
  }

  private static ServerConfig servers(int fetchBytes, long pullBytes, long putBytes) {
    ReplicationConfig replication =
        new ReplicationConfig(
            3,
            Duration.ofSeconds(5),
            Duration.ofMillis(250),
            fetchBytes,
            Duration.ofSeconds(2),
            new Sources(Nearby.defaults().withGather(Duration.ofMillis(25)), Elsewhere.defaults()));
    return new ServerConfig(putBytes, pullBytes, 64, replication)
        .withCompaction(new CompactionConfig(Duration.ofSeconds(3), 32L << 20))
        .withScrub(new ScrubConfig(Duration.ofSeconds(20), 32L << 20));
  }

  private static RouterConfig routers() {
    return routers(16);
  }

  private static RouterConfig routers(int chunks) {
    RouterConfig defaults = RouterConfig.defaults();
    return new RouterConfig(
        2,
        CHUNK,
        new RouterConfig.Memory(
            (long) chunks * CHUNK, defaults.memory().patience(), defaults.memory().shares()),
        defaults.pipeline(),
        Duration.ofSeconds(2),
        defaults.hedge());
  }
}
