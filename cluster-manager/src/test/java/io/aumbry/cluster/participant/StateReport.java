package io.aumbry.cluster.participant;

import io.aumbry.protocol.cluster.ReplicaState;
import org.apache.helix.HelixManager;

/** The report of a replica's state, for tests of other packages. */
public final class StateReport {
  private StateReport() {}

  public static void write(
      HelixManager manager, String resource, String partition, ReplicaState state) {
    new ReplicaStates(manager).write(resource, partition, state);
  }
}
