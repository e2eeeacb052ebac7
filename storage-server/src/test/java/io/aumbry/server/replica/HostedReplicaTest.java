package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The states in which a replica pulls from its peers, and may be pulled. */
class HostedReplicaTest {
  private static final Set<ReplicaState> PULLING =
      Set.of(ReplicaState.BOOTSTRAP, ReplicaState.STANDBY, ReplicaState.LEADER);

  private final OpenReplicas replicas = new OpenReplicas();

  @AfterEach
  void close() {
    replicas.close();
  }

  @ParameterizedTest
  @EnumSource
  void aHealthyReplicaPullsWhileItAcceptsWrites(ReplicaState state) {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP).in(state);
    assertThat(replica.isPulling()).isEqualTo(PULLING.contains(state));
    assertThat(replica.isPullable()).isEqualTo(state != ReplicaState.ERROR);
  }

  @ParameterizedTest
  @EnumSource
  void aLeavingReplicaInDoubtPulls(ReplicaState state) {
    replicas.open(ReplicaState.BOOTSTRAP);
    HostedReplica replica = replicas.reopenAfter(40, ReplicaState.BOOTSTRAP).in(state);
    assertThat(replica.isPulling())
        .isEqualTo(PULLING.contains(state) || state == ReplicaState.INACTIVE);
  }

  @ParameterizedTest
  @EnumSource
  void aLeavingReplicaWithDamagePulls(ReplicaState state) {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP).in(state);
    replicas.put(3);
    replicas.medium().flip("partition-7/log-0000000001.seg", 70, 1);
    long rounds = replicas.disk().scrubState().rounds();
    while (replicas.disk().scrubState().rounds() == rounds) {
      replicas.disk().scrub(bytes -> {});
    }
    assertThat(replica.damaged().open()).isPositive();
    assertThat(replica.isPulling())
        .isEqualTo(PULLING.contains(state) || state == ReplicaState.INACTIVE);
  }

  @Test
  void aReplicaWithRenewedFilesKeepsItsStateAndItsProgress() {
    HostedReplica before = replicas.open(ReplicaState.BOOTSTRAP).in(ReplicaState.LEADER);
    replicas.registry().close(OpenReplicas.PARTITION);
    HostedReplica renewed = before.with(replicas.open(ReplicaState.BOOTSTRAP).store());
    assertThat(renewed.state()).isEqualTo(ReplicaState.LEADER);
    assertThat(renewed.progress()).isSameAs(before.progress());
    assertThatCode(() -> renewed.requireSound(replicas.carrier())).doesNotThrowAnyException();
    assertThatThrownBy(() -> before.requireSound(replicas.carrier()))
        .isInstanceOf(AumbryException.class);
  }

  /** The store counts its damage from its opening, and the replica goes on. */
  @Test
  void damageOfRenewedFilesIsReadAgainByItsVersionOfTheStore() {
    HostedReplica first = replicas.open(ReplicaState.BOOTSTRAP);
    HostedReplica renewed =
        new HostedReplica(first.disk(), first.store(), first.state(), first.progress(), 5);
    replicas.put(3);
    replicas.medium().flip("partition-7/log-0000000001.seg", 70, 1);
    replicas.disk().scrub(bytes -> {});
    long version = first.damaged().version();
    assertThat(version).isPositive();
    assertThat(renewed.damaged().version()).isEqualTo(version + 5);
    renewed.readAgain(version + 5);
    assertThat(first.damaged().readAgain()).isEqualTo(version);
    assertThat(renewed.blobs()).isSameAs(first.store());
  }
}
