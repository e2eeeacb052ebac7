package io.aumbry.protocol.cluster;

import java.util.List;

/**
 * A part of the blobs of a cluster that lives and moves together.
 *
 * @param id as in blob ids
 * @param sealed takes no new blobs, because a replica is nearly full or an operator said so
 * @param replicas in all data centres, those on nodes that are down included
 */
public record Partition(int id, boolean sealed, List<Replica> replicas) {
  public Partition {
    replicas = List.copyOf(replicas);
  }

  public List<Replica> replicasIn(int dataCenter) {
    return replicas.stream().filter(replica -> replica.node().dataCenter() == dataCenter).toList();
  }

  /**
   * Whether so many replicas in {@code dataCenter} are ready for writes that a PUT can be promised.
   */
  public boolean isWritableIn(int dataCenter, int quorum) {
    return !sealed
        && replicas.stream()
                .filter(
                    replica -> replica.node().dataCenter() == dataCenter && replica.isWritable())
                .count()
            >= quorum;
  }
}
