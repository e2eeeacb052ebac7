package io.aumbry.server.replica;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.BlobStore;
import io.aumbry.store.feed.RecordBatch;
import java.time.Duration;

/**
 * A replica whose store is open, as it is at one moment; replaced whole when its state changes.
 *
 * @param progress the same object from when it is opened until it is closed
 */
public record HostedReplica(
    ReplicaDisk disk, BlobStore store, ReplicaState state, ReplicaProgress progress) {
  private static final Duration PROBE_TIME = Duration.ofSeconds(30);

  public int partition() {
    return store.partition();
  }

  /** Whether peers may pull its records: it is open and sound, whatever it serves to others. */
  public boolean isPullable() {
    return state != ReplicaState.ERROR;
  }

  /** Whether it may not be used before others were heard; see {@link Recency#isDoubtful}. */
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
    return new HostedReplica(disk, renewed, state, progress);
  }

  HostedReplica in(ReplicaState next) {
    return new HostedReplica(disk, store, next, progress);
  }
}
