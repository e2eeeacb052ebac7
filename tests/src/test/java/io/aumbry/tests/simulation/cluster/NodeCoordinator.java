package io.aumbry.tests.simulation.cluster;

import io.aumbry.server.rebuild.Coordinator;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The coordinator of a data centre, as seen by one process of a node. */
record NodeCoordinator(SimulatedNode node, SimulatedCoordinator coordinator)
    implements Coordinator {
  @Override
  public void restart(int partition, BooleanSupplier failed) {
    node.restart(partition, failed, state -> coordinator.restarted(node, partition, state));
  }

  @Override
  public void decline(Set<Integer> partitions) {
    coordinator.decline(node, partitions);
  }
}
