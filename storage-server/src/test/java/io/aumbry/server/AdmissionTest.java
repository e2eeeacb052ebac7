package io.aumbry.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The states in which a replica accepts writes, serves reads, and may deny a blob. */
class AdmissionTest {
  private final OpenReplicas replicas = new OpenReplicas();
  private final Admission admission = new Admission(replicas.registry());

  @AfterEach
  void close() {
    replicas.close();
  }

  private static boolean isAdmitted(IntFunction<HostedReplica> gate, HostedReplica expected) {
    AumbryException refused =
        catchThrowableOfType(
            AumbryException.class,
            () -> assertThat(gate.apply(OpenReplicas.PARTITION)).isEqualTo(expected));
    if (refused != null) {
      assertThat(refused.code()).isEqualTo(ErrorCode.REPLICA_UNAVAILABLE);
    }
    return refused == null;
  }

  @ParameterizedTest
  @CsvSource({
    "OFFLINE,   false, false, false",
    "BOOTSTRAP, true,  true,  false",
    "STANDBY,   true,  true,  true",
    "LEADER,    true,  true,  true",
    "INACTIVE,  false, true,  true",
    "DROPPED,   false, false, false",
    "ERROR,     false, false, false",
  })
  void aReplicaIsAdmittedByItsState(
      ReplicaState state, boolean isWritten, boolean isRead, boolean mayDeny) {
    HostedReplica replica = replicas.openComplete(state);
    assertThat(isAdmitted(admission::forWrite, replica)).isEqualTo(isWritten);
    assertThat(isAdmitted(admission::forRead, replica)).isEqualTo(isRead);
    assertThat(Admission.mayDeny(replica)).isEqualTo(mayDeny);
  }

  @ParameterizedTest
  @EnumSource(ReplicaState.class)
  void anIncompleteReplicaDeniesNoBlobInAnyState(ReplicaState state) {
    assertThat(Admission.mayDeny(replicas.open(state))).isFalse();
  }

  @Test
  void aReplicaThatIsNotOpenIsNotAdmitted() {
    HostedReplica closed = replicas.open(ReplicaState.STANDBY);
    replicas.registry().close(OpenReplicas.PARTITION);
    assertThat(isAdmitted(admission::forWrite, closed)).isFalse();
    assertThat(isAdmitted(admission::forRead, closed)).isFalse();
  }

  @Test
  void aReplicaInDoubtServesNoWritesAndNoReads() {
    replicas.openComplete(ReplicaState.STANDBY);
    HostedReplica late = replicas.reopenAfter(40, ReplicaState.STANDBY);
    assertThat(late.isDoubtful()).isTrue();
    assertThat(isAdmitted(admission::forWrite, late)).isFalse();
    assertThat(isAdmitted(admission::forRead, late)).isFalse();
  }
}
