package io.aumbry.deploy.operator;

import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Looks at a cluster. Used by one thread. */
final class Lookout {
  private final OperatorAccess access;
  private final NodeRound round;
  private final Duration patience;

  /**
   * Looks from now on.
   *
   * @param patience for each part of a look: the coordination, then the nodes
   */
  Lookout(OperatorAccess access, Duration patience) {
    this.access = access;
    this.round = new NodeRound(access.client(), access.carrier());
    this.patience = patience;
  }

  /**
   * Sends messages to nodes beside the looks.
   *
   * @return which nodes did not take all of theirs, and why, for people
   */
  Map<NodeId, String> send(Map<StorageNode, ? extends NodeConversation> messages) {
    return round.ask(messages, patience);
  }

  /** Sees what there is to be seen within its time. */
  ClusterLook look() throws InterruptedException {
    long begin = access.carrier().time().wallMillis();
    ClusterSnapshot snapshot = access.reader().read(patience);
    Map<StorageNode, NodePages> asked = new HashMap<>();
    snapshot.view().nodes().stream()
        .filter(StorageNode::live)
        .forEach(node -> asked.put(node, new NodePages()));
    Map<NodeId, String> silent = round.ask(asked, patience);
    Map<NodeId, ClusterLook.Said> reports = new HashMap<>();
    asked.forEach((node, pages) -> pages.said().ifPresent(said -> reports.put(node.id(), said)));
    return new ClusterLook(access.cluster(), begin, snapshot, reports, silent);
  }
}
