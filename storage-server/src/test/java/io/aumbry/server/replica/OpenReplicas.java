package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.PlainCarrier;
import io.aumbry.server.FaultyDisk;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.store.BlobStore;
import io.aumbry.store.Blobs;
import io.aumbry.store.HandTime;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** Replicas with stores on a disk in memory, without a server, for tests of single decisions. */
public final class OpenReplicas implements AutoCloseable {
  public static final int PARTITION = Blobs.PARTITION;

  /** The time in step that a complete peer states. */
  private static final long IN_STEP = new HandTime().wallMillis();

  private final SplittableRandom random = new SplittableRandom(6);
  private final HandTime time = new HandTime();
  private final PlainCarrier carrier = new PlainCarrier();
  private final CrashingDisk medium;
  private final StoreReplicaDisk disk;
  private final FaultyDisk faults;
  private final ReplicaRegistry registry;

  /** With one complete peer that may vouch, and no recorded horizon. */
  public OpenReplicas() {
    this(1, false);
  }

  /** As {@link #OpenReplicas()}, with another policy for the syncs of stores. */
  public OpenReplicas(SyncPolicy policy) {
    this(policy, new CrashingDisk(new SplittableRandom(6)), 1, false);
  }

  /** With the settings of {@link StalenessCheck.Rule}. */
  public OpenReplicas(int vouchers, boolean isRecorded) {
    this(new CrashingDisk(new SplittableRandom(6)), vouchers, isRecorded);
  }

  /** On an existing disk, with one complete peer that may vouch. */
  OpenReplicas(CrashingDisk medium) {
    this(medium, 1, false);
  }

  /** With a folder of its own for notes, as in production. */
  OpenReplicas(CrashingDisk medium, CrashingDisk notes) {
    this(SyncPolicy.FSYNC, medium, notes, 1, false);
  }

  private OpenReplicas(CrashingDisk medium, int vouchers, boolean isRecorded) {
    this(SyncPolicy.FSYNC, medium, vouchers, isRecorded);
  }

  private OpenReplicas(SyncPolicy policy, CrashingDisk medium, int vouchers, boolean isRecorded) {
    this(policy, medium, medium, vouchers, isRecorded);
  }

  private OpenReplicas(
      SyncPolicy policy,
      CrashingDisk medium,
      CrashingDisk notes,
      int vouchers,
      boolean isRecorded) {
    this.medium = medium;
    StoreEnvironment environment =
        new StoreEnvironment(new ArrayBufferPool(), time, random.split(), new Metrics());
    StoreConfig config = new StoreConfig(policy, 256 * 1024, 0, 1 << 20, 100, 1, 1 << 20);
    StoreDisk stores = StoreDisk.open(medium, config, environment);
    this.disk = new StoreReplicaDisk("/data/1", stores, notes, Long.MAX_VALUE);
    this.faults = new FaultyDisk(disk);
    this.registry =
        new ReplicaRegistry(List.of(faults), new StalenessCheck.Rule(time, vouchers, isRecorded));
  }

  /** Opens the replica, or creates it. */
  public HostedReplica open(ReplicaState as) {
    return registry.open(PARTITION, as);
  }

  /** Opens the replica with new records, after the answer of a complete peer. */
  HostedReplica completeWithRecords(NodeId peer, int count) {
    HostedReplica replica = open(ReplicaState.BOOTSTRAP);
    put(count);
    hear(replica, peer, 4, 10, true);
    registry.complete(replica);
    return replica;
  }

  /** Opens the replica, and notes that it is complete. */
  public HostedReplica openComplete(ReplicaState as) {
    HostedReplica replica = open(as);
    registry.complete(replica);
    return replica;
  }

  /** Closes the replica, and opens it some days and 1 ms later. */
  public HostedReplica reopenAfter(int days, ReplicaState as) {
    registry.close(PARTITION);
    time.advance(Duration.ofDays(days).toMillis() + 1);
    return open(as);
  }

  /** A peer shows that the replica has lost records. It is opened again. */
  public HostedReplica reopenAfterLoss(ReplicaState as) {
    HostedReplica replica = registry.find(PARTITION).orElseThrow();
    registry.loseRecords(replica, "peer", Long.MAX_VALUE);
    registry.close(PARTITION);
    return open(as);
  }

  /** Adds records to the open replica. */
  public void put(int count) {
    for (int i = 0; i < count; i++) {
      Blobs.put(store(), Blobs.id(random), new byte[100], carrier.patient());
    }
  }

  private BlobStore store() {
    return registry.find(PARTITION).orElseThrow().store();
  }

  /** Whether an action fails with an {@link AumbryException}. */
  static boolean isRefused(Runnable action) {
    try {
      action.run();
      return false;
    } catch (AumbryException e) {
      return true;
    }
  }

  /** A statement of a peer about its store. */
  public static Source source(UUID store, long end, boolean complete) {
    return new Source(store, end, 0, complete, new Opening(1, 0), 0, complete ? IN_STEP : 0);
  }

  /**
   * Processes the answer of a peer. This replica has its records up to {@code last} of {@code end}.
   */
  public static void hear(HostedReplica replica, NodeId peer, long last, long end, boolean is) {
    UUID store = new UUID(1, peer.name().hashCode());
    Source source = source(store, end, is);
    replica.progress().heard(peer, source, 1);
    replica.progress().advanced(peer, source, last, 0);
  }

  public ReplicaRegistry registry() {
    return registry;
  }

  public HandTime time() {
    return time;
  }

  public PlainCarrier carrier() {
    return carrier;
  }

  /** The disk in memory, for faults. */
  public CrashingDisk medium() {
    return medium;
  }

  /** Between the replicas and the disk. */
  public FaultyDisk faults() {
    return faults;
  }

  public StoreReplicaDisk disk() {
    return disk;
  }

  @Override
  public void close() {
    registry.close(PARTITION);
    disk.close();
    carrier.close();
  }
}
