package io.aumbry.router.policy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import java.time.Duration;

/**
 * Remembers nodes that recently gave no answer, so that requests wait for them only briefly. A
 * remote node stands for its whole data centre, because the link is the likelier cause. Shared by
 * all loops.
 */
public final class UnresponsiveNodes {
  private final int local;
  private final Suspects<NodeId> nodes;
  private final Suspects<Integer> dataCenters;

  /**
   * No node counts as silent at first.
   *
   * @param local the data centre of this process
   * @param ofNode how long a local node counts as silent
   * @param ofDataCenter how long another data centre counts as silent
   */
  public UnresponsiveNodes(int local, Duration ofNode, Duration ofDataCenter) {
    this.local = local;
    this.nodes = new Suspects<>(ofNode);
    this.dataCenters = new Suspects<>(ofDataCenter);
  }

  public void unanswered(StorageNode node, long nowNanos) {
    if (isLocal(node)) {
      nodes.failed(node.id(), nowNanos);
    } else {
      dataCenters.failed(node.dataCenter(), nowNanos);
    }
  }

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
