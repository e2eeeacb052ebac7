package io.aumbry.protocol.cluster;

/**
 * One copy of a partition, as the coordinator last reported it.
 *
 * @param access the operator's limit on its use, independent of its state
 */
public record Replica(StorageNode node, ReplicaState state, Access access) {
  /** Creates a replica without limits on its use. */
  public Replica(StorageNode node, ReplicaState state) {
    this(node, state, Access.FULL);
  }

  /** The operations that an operator allows on a replica. */
  public enum Access {
    /** All that its state allows. */
    FULL,
    /** No writes: its partition is stopped. */
    READ,
    /** Nothing: it is disabled, as if its disk were broken. Its records still count. */
    NONE
  }

  public boolean isReadable() {
    return node.live() && state.isReadable() && access != Access.NONE;
  }

  public boolean isWritable() {
    return node.live() && state.isWritable() && access == Access.FULL;
  }
}
