package io.aumbry.protocol.cluster;

/** One copy of a partition, as the coordinator last saw it. */
public record Replica(StorageNode node, ReplicaState state) {
  public boolean isReadable() {
    return node.live() && state.isReadable();
  }

  public boolean isWritable() {
    return node.live() && state.isWritable();
  }
}
