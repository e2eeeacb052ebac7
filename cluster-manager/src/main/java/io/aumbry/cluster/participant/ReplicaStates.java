package io.aumbry.cluster.participant;

import io.aumbry.protocol.cluster.ReplicaState;
import java.util.Map;
import java.util.Optional;
import org.apache.helix.AccessOption;
import org.apache.helix.BaseDataAccessor;
import org.apache.helix.HelixManager;
import org.apache.helix.model.CurrentState;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * The reported states of a node's replicas, at {@code
 * /CLUSTER/INSTANCES/NODE/CURRENTSTATES/SESSION/RESOURCE}. Helix writes them after each transition;
 * this class writes states that a replica reaches otherwise.
 */
record ReplicaStates(HelixManager manager) {
  /** No effect if the session has not reported a replica of the resource. */
  void write(String resource, String partition, ReplicaState state) {
    BaseDataAccessor<ZNRecord> accessor = manager.getHelixDataAccessor().getBaseDataAccessor();
    String path = path(resource);
    if (accessor.exists(path, AccessOption.PERSISTENT)) {
      accessor.update(
          path,
          current -> in(state, partition, Optional.ofNullable(current).orElseThrow()),
          AccessOption.PERSISTENT);
    }
  }

  Map<String, String> read(String resource) {
    BaseDataAccessor<ZNRecord> accessor = manager.getHelixDataAccessor().getBaseDataAccessor();
    return Optional.ofNullable(accessor.get(path(resource), null, AccessOption.PERSISTENT))
        .map(record -> new CurrentState(record).getPartitionStateMap())
        .orElse(Map.of());
  }

  private String path(String resource) {
    return manager
        .getHelixDataAccessor()
        .keyBuilder()
        .currentState(manager.getInstanceName(), manager.getSessionId(), resource)
        .getPath();
  }

  private static ZNRecord in(ReplicaState state, String partition, ZNRecord current) {
    CurrentState next = new CurrentState(current);
    if (next.getState(partition) != null) {
      next.setState(partition, state.name());
    }
    return next.getRecord();
  }
}
