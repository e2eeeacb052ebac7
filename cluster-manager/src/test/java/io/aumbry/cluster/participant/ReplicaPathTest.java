package io.aumbry.cluster.participant;

import static io.aumbry.protocol.cluster.ReplicaState.BOOTSTRAP;
import static io.aumbry.protocol.cluster.ReplicaState.DROPPED;
import static io.aumbry.protocol.cluster.ReplicaState.ERROR;
import static io.aumbry.protocol.cluster.ReplicaState.INACTIVE;
import static io.aumbry.protocol.cluster.ReplicaState.LEADER;
import static io.aumbry.protocol.cluster.ReplicaState.OFFLINE;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.metadata.ReplicaStateModel;
import io.aumbry.protocol.cluster.ReplicaState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReplicaPathTest {
  @Test
  void aReplicaStartsByCatchingUpAndLeavesByWayOfInactive() {
    assertThat(ReplicaPath.between(OFFLINE, LEADER)).containsExactly(BOOTSTRAP, STANDBY, LEADER);
    assertThat(ReplicaPath.between(LEADER, DROPPED))
        .containsExactly(STANDBY, INACTIVE, OFFLINE, DROPPED);
    assertThat(ReplicaPath.between(INACTIVE, LEADER)).containsExactly(STANDBY, LEADER);
    assertThat(ReplicaPath.between(ERROR, STANDBY)).containsExactly(OFFLINE, BOOTSTRAP, STANDBY);
    assertThat(ReplicaPath.between(STANDBY, STANDBY)).isEmpty();
  }

  @Test
  void noPathLeadsOutOfDropped() {
    assertThatThrownBy(() -> ReplicaPath.between(DROPPED, OFFLINE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("DROPPED");
  }

  @ParameterizedTest
  @EnumSource(
      value = ReplicaState.class,
      names = {"DROPPED", "ERROR"},
      mode = EnumSource.Mode.EXCLUDE)
  void theStateModelOfHelixAgreesWithTheTable(ReplicaState from) {
    for (ReplicaState to : ReplicaState.values()) {
      if (to != from && to != ERROR) {
        assertThat(ReplicaStateModel.definition().getNextStateForTransition(from.name(), to.name()))
            .isEqualTo(ReplicaPath.between(from, to).getFirst().name());
      }
    }
  }
}
