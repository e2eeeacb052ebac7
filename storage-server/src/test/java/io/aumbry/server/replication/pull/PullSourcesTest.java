package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.ReplicationConfig;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The peers that a replica pulls from: all peers here, and one of each other data centre. */
class PullSourcesTest {
  private final OpenReplicas replicas = new OpenReplicas();
  private final PullerContext context = PullerContexts.of(replicas, ReplicationConfig.defaults());

  @AfterEach
  void close() {
    replicas.close();
  }

  private boolean pulls(HostedReplica own, String view, String peer) {
    ClusterView seen = PeerViews.view(2, view);
    return CrossSiteLeaders.pulls(own, context, seen.node(new NodeId(peer)).orElseThrow(), seen);
  }

  @Test
  void everyReplicaPullsFromEachPeerOfItsDataCenter() {
    HostedReplica own = replicas.open(ReplicaState.STANDBY);
    assertThat(pulls(own, "self:STANDBY b:LEADER c:OFFLINE", "b")).isTrue();
    assertThat(pulls(own, "self:STANDBY b:LEADER c:OFFLINE", "c")).isTrue();
  }

  /** The state of the own replica is newer than the view. */
  @ParameterizedTest
  @CsvSource({
    "LEADER,    self:STANDBY b:LEADER,  true",
    "STANDBY,   self:LEADER b:LEADER,   false",
    "STANDBY,   self:STANDBY b:LEADER,  false",
    "STANDBY,   self:STANDBY b:OFFLINE, true",
    "STANDBY,   self:OFFLINE b:INACTIVE, true",
    "BOOTSTRAP, self:STANDBY a:STANDBY, false",
    "STANDBY,   self:STANDBY z:STANDBY, true",
    "STANDBY,   self:STANDBY a:STANDBY, false",
    "LEADER,    b:STANDBY,              true",
    "STANDBY,   b:OFFLINE,              false",
  })
  void oneReplicaOfADataCenterPullsFromTheOneThatSpeaksForAnother(
      ReplicaState state, String here, boolean pulls) {
    HostedReplica own = replicas.open(state);
    String there = " 2x:STANDBY 2y:LEADER";
    assertThat(pulls(own, here + there, "y")).isEqualTo(pulls);
    assertThat(pulls(own, here + there, "x")).isFalse();
  }

  @Test
  void aSilentReplicaIsReplacedByTheNextOne() {
    HostedReplica own = replicas.open(ReplicaState.LEADER);
    String view = "self:LEADER 2x:STANDBY 2y:LEADER";
    context.reach().unanswered(new NodeId("y"), 0);
    replicas.time().pass(Duration.ofSeconds(1));
    context.reach().unanswered(new NodeId("y"), replicas.time().monotonicNanos() - 1);
    assertThat(context.reach().isLost(new NodeId("y"))).isTrue();
    assertThat(pulls(own, view, "y")).isFalse();
    assertThat(pulls(own, view, "x")).isTrue();
  }
}
