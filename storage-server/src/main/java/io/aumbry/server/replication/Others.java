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
 * What the stores of this node have of others that one asker does not pull from itself: of those in
 * other data centres than its own. Made for one answer, and bounded by the room in its header.
 */
final class Others {
  /** Of a header, for all that is no list. */
  private static final int MARGIN = 1024;

  private final ClusterView view;
  private final Optional<StorageNode> asker;
  private int room;

  Others(ClusterView view, Pull pull) {
    this.view = view;
    this.asker =
        Optional.of(pull.puller()).filter(NodeId::isValid).map(NodeId::new).flatMap(view::node);
    this.room =
        MessageCodec.MAX_HEADER_SIZE - MARGIN - pull.points().size() * MessageCodec.BATCH_SIZE;
  }

  /** Whether the asker is in another data centre, or nobody knows where. */
  boolean isAskerFar() {
    return asker.filter(node -> node.dataCenter() == view.local().id()).isEmpty();
  }

  /** What a replica has of such stores by now. */
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

  /** These, or nothing when the answer has no room for more; its asker asks again. */
  List<Held> fitting(List<Held> held) {
    int size = held.size() * MessageCodec.HELD_SIZE;
    if (size > room) {
      return List.of();
    }
    room -= size;
    return held;
  }
}
