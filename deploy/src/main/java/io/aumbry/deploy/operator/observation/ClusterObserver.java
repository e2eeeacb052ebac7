package io.aumbry.deploy.operator.observation;

import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Looks at a cluster. Used by one thread. */
public final class ClusterObserver {
  private final OperatorAccess access;
  private final NodeRound round;
  private final Duration patience;

  /**
   * Looks from now on.
   *
   * @param patience for each part of a look: the coordination, then the nodes
   */
  public ClusterObserver(OperatorAccess access, Duration patience) {
    this.access = access;
    this.round = new NodeRound(access.client(), access.carrier());
    this.patience = patience;
  }

  /**
   * Sends messages to nodes beside the looks.
   *
   * @return which nodes did not take all of theirs, and why, for people
   */
  public Map<NodeId, String> send(Map<StorageNode, ? extends NodeConversation> messages) {
    return round.ask(messages, patience);
  }

  /** Sees what there is to be seen within its time. */
  public ClusterObservation look() throws InterruptedException {
    long begin = access.carrier().time().wallMillis();
    ClusterSnapshot snapshot = access.reader().read(patience);
    Map<StorageNode, NodePages> asked = new HashMap<>();
    snapshot.view().nodes().stream()
        .filter(StorageNode::live)
        .forEach(node -> asked.put(node, new NodePages()));
    Map<NodeId, String> silent = round.ask(asked, patience);
    Map<NodeId, ClusterObservation.Said> reports = new HashMap<>();
    asked.forEach((node, pages) -> pages.said().ifPresent(said -> reports.put(node.id(), said)));
    return new ClusterObservation(access.cluster(), begin, snapshot, reports, silent);
  }
}
