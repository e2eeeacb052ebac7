package io.aumbry.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The replicas that may confirm to a peer that they have all of its store. */
class ConfirmationsTest {
  private static final NodeId LEAVING = new NodeId("leaving");
  private static final UUID STORE = new UUID(1, LEAVING.name().hashCode());

  private final OpenReplicas replicas = new OpenReplicas();
  private final Confirmations confirmations = new Confirmations(replicas.registry());

  @AfterEach
  void close() {
    replicas.close();
  }

  private HostedReplica openWithTen(ReplicaState as) {
    HostedReplica replica = replicas.openComplete(as);
    OpenReplicas.hear(replica, LEAVING, 10, 10, true);
    return replica;
  }

  private NodeResponse ask(UUID store, long last, long openedMillis) {
    return confirmations.answer(
        new NodeRequest.Confirm(LEAVING.name(), OpenReplicas.PARTITION, store, last, openedMillis));
  }

  private boolean confirms(UUID store, long last, long openedMillis) {
    NodeResponse answer = ask(store, last, openedMillis);
    if (!(answer instanceof NodeResponse.Done)) {
      assertThat(answer).isInstanceOf(NodeResponse.Failed.class);
    }
    return answer instanceof NodeResponse.Done;
  }

  @ParameterizedTest
  @EnumSource(ReplicaState.class)
  void onlyACompleteReplicaThatStaysConfirms(ReplicaState state) {
    openWithTen(state);
    assertThat(confirms(STORE, 10, 1))
        .isEqualTo(state == ReplicaState.STANDBY || state == ReplicaState.LEADER);
  }

  @Test
  void aReplicaThatIsNotOpenConfirmsNothing() {
    assertThat(confirms(STORE, 10, 1)).isFalse();
  }

  @Test
  void oneMoreRecordOrAnotherStoreOrOpeningIsNotConfirmed() {
    openWithTen(ReplicaState.STANDBY);
    assertThat(confirms(STORE, 9, 1)).isTrue();
    assertThat(confirms(STORE, 11, 1)).isFalse();
    assertThat(confirms(new UUID(9, 9), 10, 1)).isFalse();
    assertThat(confirms(STORE, 10, 2)).isFalse();
  }

  @Test
  void aReplicaInDoubtConfirmsNothing() {
    openWithTen(ReplicaState.STANDBY);
    HostedReplica late = replicas.reopenAfter(40, ReplicaState.STANDBY);
    OpenReplicas.hear(late, LEAVING, 10, 10, true);
    assertThat(late.isDoubtful()).isTrue();
    assertThat(late.progress().isComplete()).isTrue();
    assertThat(confirms(STORE, 10, 1)).isFalse();
  }

  /** The store that a peer would set aside may be the last one with the damaged records. */
  @Test
  void aReplicaWithDamageConfirmsNothingUntilItHasReadItsPeersAgain() {
    HostedReplica replica = openWithTen(ReplicaState.STANDBY);
    replicas.put(1);
    assertThat(confirms(NodeRequest.Pull.From.NO_STORE, 0, 0)).isTrue();
    replicas.medium().flip("partition-" + OpenReplicas.PARTITION + "/log-0000000001.seg", 160, 3);
    replicas.disk().scrub(_ -> {});
    assertThat(confirms(NodeRequest.Pull.From.NO_STORE, 0, 0)).isFalse();
    assertThat(confirms(STORE, 10, 1)).isFalse();
    replica.feed().readAgain(replica.damaged().version());
    assertThat(replica.damaged().open()).isEqualTo(1);
    assertThat(confirms(NodeRequest.Pull.From.NO_STORE, 0, 0)).isTrue();
  }

  /** A replica that has lost records may still be in one of these states. */
  @ParameterizedTest
  @EnumSource(
      value = ReplicaState.class,
      names = {"STANDBY", "LEADER"})
  void anIncompleteReplicaConfirmsNothing(ReplicaState state) {
    HostedReplica replica = replicas.open(state);
    OpenReplicas.hear(replica, LEAVING, 10, 10, true);
    assertThat(replica.progress().isComplete()).isFalse();
    assertThat(ask(STORE, 10, 1))
        .isEqualTo(new NodeResponse.Failed(ErrorCode.REPLICA_UNAVAILABLE, "is not complete"));
    assertThat(confirms(new UUID(0, 0), 0, 0)).isFalse();
  }

  /** A node asks for no records if its store cannot be opened. */
  @ParameterizedTest
  @EnumSource(ReplicaState.class)
  void aReplicaConfirmsThatItServesToANodeThatNamesNoRecords(ReplicaState state) {
    replicas.openComplete(state);
    assertThat(confirms(new UUID(0, 0), 0, 0))
        .isEqualTo(state == ReplicaState.STANDBY || state == ReplicaState.LEADER);
  }
}
