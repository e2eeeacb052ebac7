package io.aumbry.server.replica;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.BlobStore;
import io.aumbry.store.BlobStore.Damaged;
import io.aumbry.store.feed.RecordBatch;
import java.time.Duration;

/**
 * A replica whose store is open, as it is at one moment; replaced whole when its state changes.
 *
 * @param progress the same object from when it is opened until it is closed
 * @param earlierDamages version of the damage that was known when the files were opened anew
 */
public record HostedReplica(
    ReplicaDisk disk,
    BlobStore store,
    ReplicaState state,
    ReplicaProgress progress,
    long earlierDamages) {
  private static final Duration PROBE_TIME = Duration.ofSeconds(30);

  /** A replica whose files are opened for the first time in this process. */
  HostedReplica(ReplicaDisk disk, BlobStore store, ReplicaState state, ReplicaProgress progress) {
    this(disk, store, state, progress, 0);
  }

  public int partition() {
    return store.partition();
  }

  /** Whether peers may pull its records: it is open and sound, whatever it serves to others. */
  public boolean isPullable() {
    return state != ReplicaState.ERROR;
  }

  /** Whether it may not be used before others were heard; see {@link StalenessCheck#isDoubtful}. */
  public boolean isDoubtful() {
    return progress.recency().isDoubtful();
  }

  /**
   * Whether it asks its peers for records. A replica on its way out does so in two cases. It
   * replaces damaged records, since its peers cannot read past them. In doubt it asks how its peers
   * stand: until that ends the doubt it gives them no record, and they cannot confirm that they
   * have all.
   */
  public boolean isPulling() {
    return state.isWritable()
        || (state == ReplicaState.INACTIVE && (store.damaged().open() > 0 || isDoubtful()));
  }

  /**
   * The known damage. A store counts it from its opening. This version goes on rising when the
   * files are opened anew, so that no position from before can pass for one that was verified
   * since.
   */
  public Damaged damaged() {
    Damaged known = store.damaged();
    return new Damaged(
        earlierDamages + known.version(), known.open(), earlierDamages + known.readAgain());
  }

  /** As {@link BlobStore#readAgain}, with a version of {@link #damaged}. */
  void readAgain(long damages) {
    store.readAgain(damages - earlierDamages);
  }

  /**
   * Tries whether its store takes changes, by one that changes nothing: one that found damage takes
   * none. For a thread that may wait.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} or {@code DISK_FAILED} when it does not
   */
  public void requireSound(Carrier carrier) {
    RequestContext context =
        new RequestContext(
            "sound-" + partition(), carrier, Deadline.after(PROBE_TIME, carrier.time()));
    store.append(new RecordBatch(Body.empty(), 0), context);
  }

  /** The same replica, whose files were opened anew. */
  HostedReplica with(BlobStore renewed) {
    return new HostedReplica(disk, renewed, state, progress, damaged().version());
  }

  HostedReplica in(ReplicaState next) {
    return new HostedReplica(disk, store, next, progress, earlierDamages);
  }
}
