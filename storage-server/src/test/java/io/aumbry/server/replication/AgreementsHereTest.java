package io.aumbry.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.server.replica.Acknowledged;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.pull.PeerViews;
import io.aumbry.store.compaction.Agreement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The time as of which the replicas of one data centre are in step. */
class AgreementsHereTest {
  private static final long NOW = 1000;
  private static final ClusterView VIEW =
      PeerViews.view(2, "self:STANDBY b:STANDBY c:STANDBY 2x:STANDBY 2y:STANDBY 2z:STANDBY");

  private final OpenReplicas replicas = new OpenReplicas();
  private final HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);
  private final Agreements agreements =
      new Agreements(PeerViews.SELF, ReplicationConfig.defaults());

  @AfterEach
  void close() {
    replicas.close();
  }

  private void say(String peer, long acknowledged, long inStepMillis, long inSyncMillis) {
    NodeId node = new NodeId(peer);
    replica.progress().acknowledged(peer, new Acknowledged(acknowledged, inStepMillis));
    replica.progress().heard(node, OpenReplicas.source(new UUID(1, 1), 0, true), inSyncMillis);
  }

  @Test
  void onlyTheReplicasOfThisDataCenterCount() {
    say("b", 9, 700, 800);
    say("c", 8, 600, 900);
    assertThat(agreements.inStepMillis(replica, VIEW, NOW)).hasValue(600);
    assertThat(agreements.of(replica, VIEW, NOW)).isEmpty();
    List.of("x", "y", "z").forEach(peer -> say(peer, 5, 500, 550));
    assertThat(agreements.inStepMillis(replica, VIEW, NOW)).hasValue(600);
    assertThat(agreements.of(replica, VIEW, NOW)).hasValue(new Agreement(5, 550, 500));
  }

  @Test
  void aSilentPeerHereMakesTheTimeUnknown() {
    say("b", 9, 700, 800);
    assertThat(agreements.inStepMillis(replica, VIEW, NOW)).isEmpty();
  }

  @Test
  void theTimeInStepIsNotLaterThanNow() {
    say("b", 9, 5000, 5000);
    say("c", 9, 5000, 5000);
    assertThat(agreements.inStepMillis(replica, VIEW, NOW)).hasValue(NOW);
  }

  @Test
  void aPeerInStepSinceTheBeginningOfTimeIsKnown() {
    say("b", 0, 0, 0);
    say("c", 0, 0, 0);
    assertThat(agreements.inStepMillis(replica, VIEW, NOW)).hasValue(0);
  }
}
