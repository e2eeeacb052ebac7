package io.aumbry.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.server.HandViews;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.pull.PeerViews;
import io.aumbry.store.partition.SyncPolicy;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The answers that allow the files of a replica to be removed. */
class DropProofTest {
  private static final NodeId B = new NodeId("b");
  private static final NodeId C = new NodeId("c");
  private static final NodeId D = new NodeId("d");
  private static final ClusterView VIEW =
      PeerViews.view(1, "self:INACTIVE b:STANDBY c:LEADER d:STANDBY");

  private final OpenReplicas replicas = new OpenReplicas();
  private final AnsweringPeers peers = new AnsweringPeers();
  private final DropProof proof =
      new DropProof(
          PeerViews.SELF,
          new NodeEnvironment(
              new HandViews(), peers, replicas.carrier(), new SplittableRandom(1), new Metrics()),
          new ReplicaSafety(PeerViews.SELF, ReplicationConfig.defaults()));
  private final HostedReplica leaving = replicas.open(ReplicaState.INACTIVE);

  @AfterEach
  void close() {
    replicas.close();
  }

  private void confirm(NodeId... all) {
    List.of(all).forEach(peer -> peers.answer(peer, new NodeResponse.Done()));
  }

  private List<String> missing(ClusterView view) {
    return proof.missing(leaving, view);
  }

  @Test
  void oneConfirmationForEachCopyIsAProof() {
    confirm(B, C, D);
    assertThat(missing(VIEW)).isEmpty();
    assertThat(peers.openContents()).isZero();
  }

  @Test
  void oneConfirmationFewerIsNoProof() {
    confirm(B, C);
    assertThat(missing(VIEW)).containsExactly("d (is down)", "2 of 3 peers confirm");
  }

  @Test
  void onlyDoneIsAConfirmation() {
    confirm(B, C);
    peers.answer(D, new NodeResponse.Failed(ErrorCode.REPLICA_UNAVAILABLE, "is in doubt"));
    assertThat(missing(VIEW)).containsExactly("d (is in doubt)", "2 of 3 peers confirm");
    peers.answer(D, new NodeResponse.DeleteRecorded(0));
    assertThat(missing(VIEW))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("d (answered DeleteRecorded");
    assertThat(peers.openContents()).isZero();
  }

  @Test
  void replicasThatDoNotStayAreNotAsked() {
    confirm(B, C, D);
    ClusterView leavingToo = PeerViews.view(1, "self:INACTIVE b:STANDBY c:LEADER d:INACTIVE");
    assertThat(missing(leavingToo)).containsExactly("2 of 3 peers confirm");
    ClusterView building = PeerViews.view(1, "self:INACTIVE b:STANDBY c:LEADER d:BOOTSTRAP");
    assertThat(missing(building)).containsExactly("2 of 3 peers confirm");
    assertThat(peers.requests()).containsOnlyKeys(B, C);
  }

  @Test
  void theOwnReplicaAndOtherDataCentersAreNotAsked() {
    confirm(B, C, D, PeerViews.SELF);
    ClusterView view = PeerViews.view(2, "self:STANDBY b:STANDBY c:LEADER 2d:STANDBY");
    assertThat(missing(view)).containsExactly("2 of 3 peers confirm");
    assertThat(peers.requests()).containsOnlyKeys(B, C);
  }

  @Test
  void aFourthConfirmationMakesUpForAPeerThatIsDown() {
    confirm(B, C, new NodeId("e"));
    ClusterView four = PeerViews.view(1, "self:INACTIVE b:STANDBY c:LEADER d:STANDBY e:STANDBY");
    assertThat(missing(four)).isEmpty();
  }

  @Test
  void peersAreAskedAboutAllRecordsOfThisStoreInThisOpening() {
    replicas.put(2);
    confirm(B, C, D);
    assertThat(missing(VIEW)).isEmpty();
    assertThat(leaving.store().newestSequence()).isEqualTo(2);
    assertThat(peers.requests())
        .containsEntry(
            B,
            new NodeRequest.Confirm(
                "self",
                OpenReplicas.PARTITION,
                leaving.store().id(),
                2,
                leaving.progress().opening().millis()));
  }

  /** Its last records are acknowledged, and neither durable nor offered to peers yet. */
  @Test
  void peersAreAskedAboutRecordsThatAreNotDurableYet() {
    try (OpenReplicas undurable = new OpenReplicas(SyncPolicy.WRITE)) {
      HostedReplica replica = undurable.open(ReplicaState.INACTIVE);
      undurable.put(2);
      assertThat(replica.feed().lastSequence()).isLessThan(2);
      confirm(B, C, D);
      proof.missing(replica, VIEW);
    }
    assertThat(peers.requests().get(B))
        .isInstanceOfSatisfying(
            NodeRequest.Confirm.class, question -> assertThat(question.last()).isEqualTo(2));
  }
}
