package io.aumbry.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.server.replica.Acknowledged;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.pull.PeerViews;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The conditions for a complete replica, and for the removal of files. */
class ReplicaSafetyTest {
  private static final int PARTITION = OpenReplicas.PARTITION;
  private static final NodeId B = new NodeId("b");
  private static final NodeId C = new NodeId("c");
  private static final ClusterView VIEW = PeerViews.view(1, "self:BOOTSTRAP b:STANDBY c:STANDBY");

  private final OpenReplicas replicas = new OpenReplicas();
  private final ReplicaSafety redundancy =
      new ReplicaSafety(PeerViews.SELF, ReplicationConfig.defaults());

  @AfterEach
  void close() {
    replicas.close();
  }

  private static void hear(HostedReplica replica, String peers, long last, boolean complete) {
    Stream.of(peers.split(" ", -1))
        .forEach(peer -> OpenReplicas.hear(replica, new NodeId(peer), last, 10, complete));
  }

  private List<String> missingForComplete(HostedReplica replica, ClusterView view) {
    return redundancy.missingForComplete(replica, view);
  }

  @Test
  void aReplicaIsCompleteWithAllRecordsOfEachOther() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    assertThat(missingForComplete(replica, VIEW))
        .containsExactly("b (not heard of yet, STANDBY)", "c (not heard of yet, STANDBY)");
    hear(replica, "b", 10, true);
    hear(replica, "c", 9, true);
    assertThat(missingForComplete(replica, VIEW)).containsExactly("c (9 of 10 records)");
    hear(replica, "c", 10, true);
    assertThat(missingForComplete(replica, VIEW)).isEmpty();
  }

  @Test
  void aCompleteReplicaWaitsForNothing() {
    assertThat(missingForComplete(replicas.openComplete(ReplicaState.BOOTSTRAP), VIEW)).isEmpty();
  }

  @Test
  void aViewThatListsTooFewReplicasIsNotEnough() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    hear(replica, "b c", 10, true);
    assertThat(missingForComplete(replica, PeerViews.view(1, "self:BOOTSTRAP b:STANDBY")))
        .containsExactly("1 more replicas in the cluster view, of 3 copies");
    assertThat(missingForComplete(replica, PeerViews.view(1, "self:BOOTSTRAP b:STANDBY c:DROPPED")))
        .containsExactly("1 more replicas in the cluster view, of 3 copies");
    assertThat(
            missingForComplete(replica, PeerViews.view(2, "self:BOOTSTRAP b:STANDBY 2c:STANDBY")))
        .containsExactly("1 more replicas in the cluster view, of 3 copies");
  }

  @Test
  void aViewThatDoesNotListTheReplicaItselfIsNotEnough() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    hear(replica, "b c d", 10, true);
    ClusterView others = PeerViews.view(1, "b:STANDBY c:STANDBY d:STANDBY");
    assertThat(missingForComplete(replica, others))
        .containsExactly("the cluster view to list this replica");
    assertThat(
            missingForComplete(
                replica, new ClusterView(VIEW.local(), VIEW.dataCenters(), List.of(), List.of())))
        .containsExactly("the cluster view to list this replica");
  }

  @Test
  void theOnlyCopyNeedsNoOthers() {
    ReplicaSafety single =
        new ReplicaSafety(PeerViews.SELF, ReplicationConfig.defaults().withCopies(1));
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    ClusterView empty = new ClusterView(VIEW.local(), VIEW.dataCenters(), List.of(), List.of());
    assertThat(single.missingForComplete(replica, empty)).isEmpty();
  }

  /** One of three may lack a final record, so two must have all that they acknowledged. */
  @ParameterizedTest
  @CsvSource({"true, true, true", "true, false, false", "false, false, false"})
  void withTooFewCompletePeersOtherDataCentersAreAwaited(
      boolean isComplete, boolean isOtherComplete, boolean isEnough) {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    hear(replica, "b", 10, isComplete);
    hear(replica, "c", 10, isOtherComplete);
    ClusterView two =
        PeerViews.view(2, "self:BOOTSTRAP b:STANDBY c:STANDBY 2d:STANDBY 2e:STANDBY 2f:STANDBY");
    assertThat(missingForComplete(replica, two).isEmpty()).isEqualTo(isEnough);
  }

  /** All replicas are new: their stores are lost, or on nodes that the lists no longer name. */
  @Test
  void aPartitionThatWasInUseDoesNotBeginEmptyAgain() {
    try (OpenReplicas recorded = new OpenReplicas(1, true)) {
      HostedReplica replica = recorded.open(ReplicaState.BOOTSTRAP);
      hear(replica, "b c", 10, false);
      String reason =
          "a complete replica, because the cluster has recorded that this partition was in use";
      assertThat(missingForComplete(replica, VIEW)).as("unknown").containsExactly(reason);
      replica.progress().recency().compare(OptionalLong.empty(), 0);
      assertThat(missingForComplete(replica, VIEW)).as("a new partition").isEmpty();
      replica.progress().recency().compare(OptionalLong.of(1), 0);
      assertThat(missingForComplete(replica, VIEW)).as("in use").containsExactly(reason);
      hear(replica, "b", 10, true);
      assertThat(missingForComplete(replica, VIEW)).as("built from b").isEmpty();
    }
  }

  @Test
  void aStoreThatHasLostRecordsNeedsNoCompleteOne() {
    try (OpenReplicas recorded = new OpenReplicas(1, true)) {
      recorded.openComplete(ReplicaState.STANDBY);
      recorded.put(3);
      HostedReplica replica = recorded.reopenAfterLoss(ReplicaState.BOOTSTRAP);
      replica.progress().recency().compare(OptionalLong.of(1), 0);
      hear(replica, "b c", 10, false);
      assertThat(missingForComplete(replica, VIEW)).isEmpty();
    }
  }

  /** They stated it only after they had stated the ends of their stores. */
  @Test
  void aCompletePeerMustHaveStatedItsTimeInStep() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    hear(replica, "b c", 10, false);
    for (NodeId peer : List.of(new NodeId("b"), C)) {
      UUID store = replica.progress().of(peer).token().store();
      replica.progress().heard(peer, new Source(store, 11, 0, true, new Opening(1, 0), 0, 5), 1);
    }
    assertThat(missingForComplete(replica, VIEW))
        .containsExactly("a complete replica to state when it was last in step");
    hear(replica, "b", 11, true);
    assertThat(missingForComplete(replica, VIEW)).isEmpty();
  }

  @Test
  void afterTheLossOfADataCenterEachReplicaOfTheOthersMustBeListedAndCaughtUpWith() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    hear(replica, "b c", 10, false);
    hear(replica, "d e", 10, true);
    hear(replica, "f", 9, true);
    String here = "self:BOOTSTRAP b:STANDBY c:STANDBY ";
    assertThat(
            missingForComplete(
                replica, PeerViews.view(2, here + "2d:STANDBY 2e:STANDBY 2f:STANDBY")))
        .containsExactly("f (9 of 10 records)");
    assertThat(missingForComplete(replica, PeerViews.view(2, here + "2d:STANDBY 2e:STANDBY")))
        .containsExactly("1 more replicas of data centre dc2 in the cluster view, of 3 copies");
    hear(replica, "f", 10, true);
    assertThat(
            missingForComplete(
                replica, PeerViews.view(2, here + "2d:STANDBY 2e:STANDBY 2f:STANDBY")))
        .isEmpty();
    assertThat(
            missingForComplete(
                replica, PeerViews.view(3, here + "2d:STANDBY 2e:STANDBY 2f:STANDBY")))
        .containsExactly("3 more replicas of data centre dc3 in the cluster view, of 3 copies");
  }

  private static void acknowledge(HostedReplica replica, String peers, long last) {
    Stream.of(peers.split(" ", -1))
        .forEach(peer -> replica.progress().acknowledged(peer, new Acknowledged(last, 0)));
  }

  @Test
  void filesMayGoWhenAllCopiesStayAndHaveAcknowledgedTheLastRecord() {
    HostedReplica replica = replicas.open(ReplicaState.INACTIVE);
    replicas.put(3);
    ClusterView view = PeerViews.view(1, "self:INACTIVE b:STANDBY c:STANDBY d:LEADER");
    acknowledge(replica, "b c", 3);
    assertThat(redundancy.missingForDrop(replica, view))
        .containsExactly(
            "d (LEADER, has not said how many of 3 records)",
            "3 replicas that stay and have all records (2 so far)");
    acknowledge(replica, "d", 2);
    assertThat(redundancy.missingForDrop(replica, view)).contains("d (LEADER, has 2 of 3 records)");
    acknowledge(replica, "d", 3);
    assertThat(redundancy.missingForDrop(replica, view)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"d:BOOTSTRAP", "d:INACTIVE", "d:STANDBY!", "d:STANDBY-", "2d:STANDBY"})
  void aReplicaThatDoesNotStayDoesNotCountAsACopy(String fourth) {
    HostedReplica replica = replicas.open(ReplicaState.INACTIVE);
    acknowledge(replica, "b c d", 3);
    ClusterView view = PeerViews.view(2, "self:INACTIVE b:STANDBY c:STANDBY " + fourth);
    assertThat(redundancy.missingForDrop(replica, view))
        .contains("3 replicas that stay and have all records (2 so far)");
    assertThat(redundancy.stayers(view, PARTITION))
        .extracting(each -> each.node().id())
        .containsExactly(B, C);
  }

  @Test
  void aPeerThatIsDownIsDescribedAsSuch() {
    HostedReplica replica = replicas.open(ReplicaState.INACTIVE);
    acknowledge(replica, "b", 0);
    assertThat(redundancy.missingForDrop(replica, PeerViews.view(1, "self:INACTIVE b:STANDBY!")))
        .first()
        .isEqualTo("b (STANDBY and not live, has 0 of 0 records)");
  }

  @Test
  void aReplicaInDoubtWaitsForPeersThatItHasNotHeard() {
    replicas.openComplete(ReplicaState.STANDBY);
    HostedReplica late = replicas.reopenAfter(40, ReplicaState.BOOTSTRAP);
    hear(late, "b", 10, false);
    assertThat(redundancy.missingForTrust(late, VIEW))
        .hasSize(2)
        .first()
        .asString()
        .contains("or 1 complete replicas");
    assertThat(redundancy.missingForTrust(late, VIEW))
        .last()
        .isEqualTo("c (not heard of yet, STANDBY)");
    Source complete = new Source(new UUID(1, 1), 10, 0, true, new Opening(1, 0), 0, 1);
    late.progress().recency().hear(C, complete, replicas.time().wallMillis());
    assertThat(redundancy.missingForTrust(late, VIEW)).isEmpty();
  }

  @Test
  void allOthersIncludeTheReplicasOfAllDataCenters() {
    String full = "self:STANDBY b:STANDBY c:OFFLINE 2d:STANDBY 2e:STANDBY 2f:ERROR";
    assertThat(allOthers(PeerViews.view(2, full)))
        .hasValueSatisfying(others ->
            assertThat(others).extracting(NodeId::name).containsExactly("b", "c", "d", "e", "f"));
    assertThat(allOthers(PeerViews.view(2, full + " g:DROPPED 2h:STANDBY")))
        .hasValueSatisfying(others ->
            assertThat(others)
                .extracting(NodeId::name)
                .containsExactly("b", "c", "d", "e", "f", "h"));
  }

  /** A node that is away comes back with its records, and without the deletes that it missed. */
  @Test
  void allOthersIncludeReplicasOnNodesThatAreNotLive() {
    ClusterView view =
        PeerViews.view(2, "self:STANDBY b:OFFLINE! c:STANDBY 2d:STANDBY 2e:STANDBY 2f:STANDBY!");
    assertThat(allOthers(view))
        .hasValueSatisfying(others ->
            assertThat(others).extracting(NodeId::name).containsExactly("b", "c", "d", "e", "f"));
  }

  @ParameterizedTest
  @CsvSource({
    "2, self:STANDBY b:STANDBY c:STANDBY 2d:STANDBY 2e:STANDBY",
    "2, self:STANDBY b:STANDBY c:STANDBY 2d:STANDBY 2e:STANDBY 2f:DROPPED",
    "2, self:STANDBY b:STANDBY 2c:STANDBY 2d:STANDBY 2e:STANDBY 2f:STANDBY",
    "2, self:STANDBY b:STANDBY c:STANDBY",
    "1, b:STANDBY c:STANDBY d:STANDBY",
  })
  void aViewWithoutAllCopiesOrWithoutItselfListsNoOthers(int dataCenters, String replicas) {
    assertThat(allOthers(PeerViews.view(dataCenters, replicas))).isEmpty();
  }

  private static Optional<List<NodeId>> allOthers(ClusterView view) {
    return ReplicaSafety.allOthers(view, PARTITION, PeerViews.SELF, 3);
  }

  @Test
  void othersAreTheReplicasOfThisDataCenterThatWereNotDropped() {
    ClusterView view = PeerViews.view(2, "self:STANDBY b:OFFLINE c:DROPPED d:ERROR 2e:STANDBY");
    assertThat(ReplicaSafety.others(view, PARTITION, PeerViews.SELF))
        .extracting(Replica::node)
        .extracting(node -> node.id().name())
        .containsExactly("b", "d");
  }
}
