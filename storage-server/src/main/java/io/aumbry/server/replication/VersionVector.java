package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.server.replica.HostedReplica;
import java.util.List;
import java.util.Optional;

/**
 * The positions of a replica of this node in stores that a puller does not pull itself, because
 * they are in another data centre than the puller. Bounded by the free space in the header of one
 * answer.
 */
final class VersionVector {
  /** Bytes of a header for everything except lists. */
  private static final int MARGIN = 1024;

  private final ClusterView view;
  private final Optional<StorageNode> asker;
  private int room;

  VersionVector(ClusterView view, Pull pull) {
    this.view = view;
    this.asker =
        Optional.of(pull.puller()).filter(NodeId::isValid).map(NodeId::new).flatMap(view::node);
    this.room =
        MessageCodec.MAX_HEADER_SIZE - MARGIN - pull.points().size() * MessageCodec.BATCH_SIZE;
  }

  /** Whether the puller is in another data centre, or not in the view. */
  boolean isAskerFar() {
    return asker.filter(node -> node.dataCenter() == view.local().id()).isEmpty();
  }

  List<Held> heldBy(HostedReplica replica) {
    if (asker.isEmpty() || view.dataCenters().size() == 1) {
      return List.of();
    }
    int near = asker.get().dataCenter();
    List<NodeId> far =
        view.partition(replica.partition()).stream()
            .flatMap(partition -> partition.replicas().stream())
            .map(Replica::node)
            .filter(node -> node.dataCenter() != near)
            .map(StorageNode::id)
            .toList();
    return replica.progress().held(far, replica.damaged().version());
  }

  /** Empty if the answer has no space for the positions; a later answer has them. */
  List<Held> fitting(List<Held> held) {
    int size = held.size() * MessageCodec.HELD_SIZE;
    if (size > room) {
      return List.of();
    }
    room -= size;
    return held;
  }
}
