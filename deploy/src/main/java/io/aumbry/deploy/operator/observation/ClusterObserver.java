package io.aumbry.deploy.operator.observation;

import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Observes a cluster. Used by one thread. */
public final class ClusterObserver {
  private final OperatorAccess access;
  private final NodeRound round;
  private final Duration patience;

  /**
   * Observes the cluster with the rights of {@code access}.
   *
   * @param patience time limit of each part of an observation: the coordinators, then the nodes
   */
  public ClusterObserver(OperatorAccess access, Duration patience) {
    this.access = access;
    this.round = new NodeRound(access.client(), access.carrier());
    this.patience = patience;
  }

  /**
   * Sends other messages to nodes.
   *
   * @return the nodes that did not accept all of their messages, with the reason for people
   */
  public Map<NodeId, String> send(Map<StorageNode, ? extends NodeConversation> messages) {
    return round.ask(messages, patience);
  }

  /** Takes an observation within the time limits. */
  public ClusterObservation observe() throws InterruptedException {
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
