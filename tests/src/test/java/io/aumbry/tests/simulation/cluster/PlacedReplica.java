package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.ReplicaState;

/**
 * A replica, as its coordinator knows it.
 *
 * @param machine index of the machine
 */
public record PlacedReplica(int partition, int machine, ReplicaState state) {
  /** Whether the replica serves its partition. */
  public boolean serves() {
    return state == ReplicaState.STANDBY || state == ReplicaState.LEADER;
  }
}
