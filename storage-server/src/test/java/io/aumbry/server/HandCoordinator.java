package io.aumbry.server;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.rebuild.Coordinator;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Obeys a node: a restarted replica is assigned again. */
final class HandCoordinator implements Coordinator {
  private final Node node;
  private final HandViews views;
  private volatile Set<Integer> declined = Set.of();

  HandCoordinator(Node node, HandViews views) {
    this.node = node;
    this.views = views;
  }

  Set<Integer> declined() {
    return declined;
  }

  @Override
  public void restart(int partition, BooleanSupplier failed) {
    if (failed.getAsBoolean()) {
      node.server()
          .replicas()
          .transition(partition, ReplicaState.ERROR, ReplicaState.OFFLINE, () -> true);
      views.put(node.id(), partition, ReplicaState.OFFLINE);
      if (!declined.contains(partition)) {
        Thread.ofPlatform().start(() -> serve(partition));
      }
    }
  }

  private void serve(int partition) {
    try {
      node.serve(partition);
    } catch (AumbryException failedAgain) {
      views.put(node.id(), partition, ReplicaState.ERROR);
    }
  }

  @Override
  public void decline(Set<Integer> partitions) {
    declined = Set.copyOf(partitions);
  }
}
