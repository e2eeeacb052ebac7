package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import java.time.Duration;

/**
 * Who gave no answer when last asked, so that nobody waits for it for long again. Here that is a
 * node. Elsewhere it is the whole data centre, as what lies between is the likelier cause; it lasts
 * until any node there answers. Shared by all loops.
 */
public final class Silence {
  private final int local;
  private final Suspects<NodeId> nodes;
  private final Suspects<Integer> dataCenters;

  /**
   * All are heard.
   *
   * @param local the data centre of this process
   * @param ofNode for how long a node is taken for silent, if it does not answer before
   * @param ofDataCenter as much of a data centre
   */
  public Silence(int local, Duration ofNode, Duration ofDataCenter) {
    this.local = local;
    this.nodes = new Suspects<>(ofNode);
    this.dataCenters = new Suspects<>(ofDataCenter);
  }

  /** A call to {@code node} ended without an answer. */
  public void unanswered(StorageNode node, long nowNanos) {
    if (isLocal(node)) {
      nodes.failed(node.id(), nowNanos);
    } else {
      dataCenters.failed(node.dataCenter(), nowNanos);
    }
  }

  /** The node has answered, whatever that was. */
  public void answered(StorageNode node) {
    if (isLocal(node)) {
      nodes.succeeded(node.id());
    } else {
      dataCenters.succeeded(node.dataCenter());
    }
  }

  public boolean isSilent(StorageNode node, long nowNanos) {
    return isLocal(node)
        ? nodes.isSuspect(node.id(), nowNanos)
        : dataCenters.isSuspect(node.dataCenter(), nowNanos);
  }

  private boolean isLocal(StorageNode node) {
    return node.dataCenter() == local;
  }
}
