package io.aumbry.protocol.cluster;

/**
 * One copy of a partition, as the coordinator last saw it.
 *
 * @param access what an operator allows of it, whatever its state
 */
public record Replica(StorageNode node, ReplicaState state, Access access) {
  /** With nothing forbidden. */
  public Replica(StorageNode node, ReplicaState state) {
    this(node, state, Access.FULL);
  }

  /** What may be asked of a replica. */
  public enum Access {
    /** All that its state allows. */
    FULL,
    /** No changes: its partition is stopped. */
    READ,
    /** Nothing: it is disabled, as if its disk were broken. What it has still counts. */
    NONE
  }

  public boolean isReadable() {
    return node.live() && state.isReadable() && access != Access.NONE;
  }

  public boolean isWritable() {
    return node.live() && state.isWritable() && access == Access.FULL;
  }
}
