package io.aumbry.server.replica;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.store.BlobStore;

/**
 * A replica whose store is open, as it is at one moment; replaced whole when its state changes.
 *
 * @param progress the same object from when it is opened until it is closed
 */
public record HostedReplica(
    ReplicaDisk disk, BlobStore store, ReplicaState state, ReplicaProgress progress) {

  public int partition() {
    return store.partition();
  }

  /** Whether peers may pull its records: it is open and sound, whatever it serves to others. */
  public boolean isPullable() {
    return state != ReplicaState.ERROR;
  }

  /** Whether it takes the records of its peers; one on its way out does not. */
  public boolean isPulling() {
    return state.isWritable();
  }

  /** The same replica, whose files were opened anew. */
  HostedReplica with(BlobStore renewed) {
    return new HostedReplica(disk, renewed, state, progress);
  }

  HostedReplica in(ReplicaState next) {
    return new HostedReplica(disk, store, next, progress);
  }
}
