package io.aumbry.server.replica;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.BlobAccess;
import io.aumbry.store.BlobStore;
import io.aumbry.store.StoreMaintenance;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordFeed;
import io.aumbry.store.feed.RecordFeed.Damaged;
import java.time.Duration;

/**
 * A replica with an open store, as an immutable snapshot: a state change replaces it.
 *
 * @param progress the same object while the replica is open
 * @param earlierDamages version of the damage that was known when the files were reopened
 */
public record HostedReplica(
    ReplicaDisk disk,
    BlobStore store,
    ReplicaState state,
    ReplicaProgress progress,
    long earlierDamages) {
  private static final Duration PROBE_TIME = Duration.ofSeconds(30);

  HostedReplica(ReplicaDisk disk, BlobStore store, ReplicaState state, ReplicaProgress progress) {
    this(disk, store, state, progress, 0);
  }

  public int partition() {
    return store.partition();
  }

  public BlobAccess blobs() {
    return store;
  }

  public RecordFeed feed() {
    return store;
  }

  public StoreMaintenance maintenance() {
    return store;
  }

  public boolean isPullable() {
    return state != ReplicaState.ERROR;
  }

  public boolean isDoubtful() {
    return progress.recency().isDoubtful();
  }

  /**
   * Whether it pulls from its peers. An INACTIVE replica does so in two cases. With damage, its
   * peers cannot read past the damaged records. In doubt, it gives peers no records, so they could
   * never confirm that they have all.
   */
  public boolean isPulling() {
    return state.isWritable()
        || (state == ReplicaState.INACTIVE && (store.damaged().open() > 0 || isDoubtful()));
  }

  /**
   * The known damage. A store counts versions from its opening. This version keeps rising when the
   * files are reopened, so that no earlier position counts as verified since then.
   */
  public Damaged damaged() {
    Damaged known = store.damaged();
    return new Damaged(
        earlierDamages + known.version(), known.open(), earlierDamages + known.readAgain());
  }

  /** As {@link io.aumbry.store.feed.RecordFeed#readAgain}, with a version of {@link #damaged}. */
  void readAgain(long damages) {
    store.readAgain(damages - earlierDamages);
  }

  /**
   * Verifies by an empty append that the store accepts changes. May wait.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} or {@code DISK_FAILED} if it does not
   */
  public void requireSound(Carrier carrier) {
    RequestContext context =
        new RequestContext(
            "sound-" + partition(), carrier, Deadline.after(PROBE_TIME, carrier.time()));
    store.append(new RecordBatch(Body.empty(), 0), context);
  }

  HostedReplica with(BlobStore renewed) {
    return new HostedReplica(disk, renewed, state, progress, damaged().version());
  }

  HostedReplica in(ReplicaState next) {
    return new HostedReplica(disk, store, next, progress, earlierDamages);
  }
}
