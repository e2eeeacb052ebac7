package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.ReplicationConfig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The times of roll calls. */
class RollCallTest {
  private static final NodeId PEER = new NodeId("peer");
  private static final Duration PERIOD = Duration.ofSeconds(10);
  private static final Duration BRIEF = Duration.ofMillis(200);

  private final OpenReplicas replicas = new OpenReplicas();
  private final RollCall rollCall =
      new RollCall(PullerContexts.of(replicas, ReplicationConfig.defaults().withRollCall(PERIOD)));

  @AfterEach
  void close() {
    replicas.close();
  }

  private List<HostedReplica> complete() {
    return List.of(replicas.openComplete(ReplicaState.STANDBY));
  }

  @Test
  void aRollCallIsMadeAtOnceAndThenOncePerPeriod() {
    List<HostedReplica> called = complete();
    assertThat(rollCall.isDue(PEER, called)).isTrue();
    rollCall.done();
    assertThat(rollCall.isDue(PEER, called)).isFalse();
    assertThat(rollCall.pause(PEER, called)).isBetween(PERIOD.dividedBy(2), PERIOD);
    replicas.time().pass(PERIOD.dividedBy(2).minusMillis(1));
    assertThat(rollCall.isDue(PEER, called)).isFalse();
    replicas.time().pass(PERIOD.dividedBy(2).plusMillis(1));
    assertThat(rollCall.isDue(PEER, called)).isTrue();
  }

  @Test
  void noRollCallIsDueWithoutReplicas() {
    assertThat(rollCall.isDue(PEER, List.of())).isFalse();
  }

  @Test
  void anIncompleteReplicaThatMustHearThePeerAsksSooner() {
    HostedReplica young = replicas.open(ReplicaState.BOOTSTRAP);
    rollCall.done();
    assertThat(rollCall.pause(PEER, List.of(young))).isEqualTo(BRIEF);
    replicas.time().pass(BRIEF);
    assertThat(rollCall.isDue(PEER, List.of(young))).isTrue();
    OpenReplicas.hear(young, PEER, 0, 10, true);
    assertThat(rollCall.isDue(PEER, List.of(young))).as("it has heard").isFalse();
  }

  @Test
  void aCompleteReplicaDoesNotAskSooner() {
    List<HostedReplica> called = complete();
    rollCall.done();
    replicas.time().pass(BRIEF);
    assertThat(rollCall.isDue(PEER, called)).isFalse();
  }
}
