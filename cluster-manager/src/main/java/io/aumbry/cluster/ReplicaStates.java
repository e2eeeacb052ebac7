package io.aumbry.cluster;

import io.aumbry.protocol.cluster.ReplicaState;
import java.util.Optional;
import org.apache.helix.AccessOption;
import org.apache.helix.HelixDataAccessor;
import org.apache.helix.HelixManager;
import org.apache.helix.model.CurrentState;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * The states of the replicas of a node as its session says them, at {@code
 * /CLUSTER/INSTANCES/NODE/CURRENTSTATES/SESSION/RESOURCE}. Helix writes them after each transition;
 * a state that a replica falls into by itself is written here.
 */
final class ReplicaStates {
  private ReplicaStates() {}

  /** Without effect when the session has said nothing yet of a replica of the resource. */
  static void write(HelixManager manager, String resource, String partition, ReplicaState state) {
    HelixDataAccessor accessor = manager.getHelixDataAccessor();
    String path =
        accessor
            .keyBuilder()
            .currentState(manager.getInstanceName(), manager.getSessionId(), resource)
            .getPath();
    if (accessor.getBaseDataAccessor().exists(path, AccessOption.PERSISTENT)) {
      accessor
          .getBaseDataAccessor()
          .update(
              path,
              current -> in(state, partition, Optional.ofNullable(current).orElseThrow()),
              AccessOption.PERSISTENT);
    }
  }

  private static ZNRecord in(ReplicaState state, String partition, ZNRecord current) {
    CurrentState next = new CurrentState(current);
    if (next.getState(partition) != null) {
      next.setState(partition, state.name());
    }
    return next.getRecord();
  }
}
