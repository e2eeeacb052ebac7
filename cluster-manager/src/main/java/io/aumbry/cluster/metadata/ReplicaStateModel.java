package io.aumbry.cluster.metadata;

import static io.aumbry.protocol.cluster.ReplicaState.BOOTSTRAP;
import static io.aumbry.protocol.cluster.ReplicaState.DROPPED;
import static io.aumbry.protocol.cluster.ReplicaState.ERROR;
import static io.aumbry.protocol.cluster.ReplicaState.INACTIVE;
import static io.aumbry.protocol.cluster.ReplicaState.LEADER;
import static io.aumbry.protocol.cluster.ReplicaState.OFFLINE;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;

import io.aumbry.protocol.cluster.ReplicaState;
import java.util.List;
import org.apache.helix.model.StateModelDefinition;

/** {@link ReplicaState} for Helix, which adds the transitions into and out of ERROR itself. */
public final class ReplicaStateModel {
  public static final String NAME = "AumbryReplica";

  /** Most important first: Helix fills states in this order. */
  private static final List<ReplicaState> BY_PRIORITY =
      List.of(LEADER, STANDBY, BOOTSTRAP, INACTIVE, OFFLINE, DROPPED);

  private record Step(ReplicaState from, ReplicaState to) {}

  /** Most important first: leaders, then copies, then replicas that leave. */
  private static final List<Step> STEPS =
      List.of(
          new Step(STANDBY, LEADER),
          new Step(BOOTSTRAP, STANDBY),
          new Step(OFFLINE, BOOTSTRAP),
          new Step(LEADER, STANDBY),
          new Step(INACTIVE, STANDBY),
          new Step(STANDBY, INACTIVE),
          new Step(BOOTSTRAP, OFFLINE),
          new Step(INACTIVE, OFFLINE),
          new Step(OFFLINE, DROPPED));

  static {
    for (ReplicaState from : BY_PRIORITY) {
      for (ReplicaState to : from.next()) {
        if (to != ERROR && !STEPS.contains(new Step(from, to))) {
          throw new IllegalStateException("no step from " + from + " to " + to);
        }
      }
    }
  }

  private ReplicaStateModel() {}

  public static StateModelDefinition definition() {
    StateModelDefinition.Builder builder =
        new StateModelDefinition.Builder(NAME).initialState(OFFLINE.name());
    for (int i = 0; i < BY_PRIORITY.size(); i++) {
      builder.addState(BY_PRIORITY.get(i).name(), i + 1);
    }
    for (int i = 0; i < STEPS.size(); i++) {
      builder.addTransition(STEPS.get(i).from.name(), STEPS.get(i).to.name(), i + 1);
    }
    builder.upperBound(LEADER.name(), 1);
    builder.dynamicUpperBound(
        STANDBY.name(), StateModelDefinition.STATE_REPLICA_COUNT_ALL_REPLICAS);
    return builder.build();
  }
}
