package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.ReplicaState;

/**
 * A replica, as its coordinator knows it.
 *
 * @param machine index of the machine
 */
public record PlacedReplica(int partition, int machine, ReplicaState state) {
  public boolean serves() {
    return state == ReplicaState.STANDBY || state == ReplicaState.LEADER;
  }
}
