package io.aumbry.deploy.process;

import io.aumbry.cluster.participant.ClusterParticipant;
import io.aumbry.server.rebuild.Coordinator;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The storage server's requests to the coordinator. */
record Membership(ClusterParticipant participant) implements Coordinator {
  @Override
  public void restart(int partition, BooleanSupplier failed) {
    participant.restart(partition, failed);
  }

  @Override
  public void decline(Set<Integer> partitions) throws InterruptedException {
    participant.decline(partitions);
  }
}
