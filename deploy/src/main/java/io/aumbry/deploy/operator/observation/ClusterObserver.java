package io.aumbry.deploy.operator.observation;

import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.transport.node.NodeClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Observes a cluster. Used by one thread. */
public final class ClusterObserver {
  private final String cluster;
  private final Coordination coordination;
  private final Carrier carrier;
  private final NodeRound round;
  private final Duration patience;

  /** Reads the coordination data of a cluster. */
  public interface Coordination {
    ClusterSnapshot read(Duration patience) throws InterruptedException;
  }

  /**
   * Observes the cluster with the rights of {@code access}.
   *
   * @param patience time limit of each part of an observation: the coordinators, then the nodes
   */
  public ClusterObserver(OperatorAccess access, Duration patience) {
    this(access.cluster(), access.reader()::read, access.client(), access.carrier(), patience);
  }

  /**
   * Observes a cluster by its name.
   *
   * @param carrier of the calls to nodes
   * @param patience time limit of each part of an observation: the coordinators, then the nodes
   */
  public ClusterObserver(
      String cluster,
      Coordination coordination,
      NodeClient client,
      Carrier carrier,
      Duration patience) {
    this.cluster = cluster;
    this.coordination = coordination;
    this.carrier = carrier;
    this.round = new NodeRound(client, carrier);
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

  /** Reads what the coordinators know, within the time limit. Does not ask the nodes. */
  public ClusterSnapshot snapshot() throws InterruptedException {
    return coordination.read(patience);
  }

  /** Takes an observation within the time limits. */
  public ClusterObservation observe() throws InterruptedException {
    long begin = carrier.time().wallMillis();
    ClusterSnapshot snapshot = snapshot();
    Map<StorageNode, NodePages> asked = new HashMap<>();
    snapshot.view().nodes().stream()
        .filter(StorageNode::live)
        .forEach(node -> asked.put(node, new NodePages(carrier.time())));
    Map<NodeId, String> silent = round.ask(asked, patience);
    Map<NodeId, ClusterObservation.Said> reports = new HashMap<>();
    asked.forEach((node, pages) -> pages.said().ifPresent(said -> reports.put(node.id(), said)));
    return new ClusterObservation(cluster, begin, snapshot, reports, silent);
  }
}
