package io.aumbry.server.entropy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeRequest.Verify;
import io.aumbry.server.entropy.Comparison.Open;
import io.aumbry.server.entropy.ComparisonResults.Proof;
import io.aumbry.server.entropy.ProofRequests.Request;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The proofs about a replica that follow from comparisons. */
class ComparisonResultsTest {
  private static final DataCenter HERE = new DataCenter(1, "here");
  private static final DataCenter THERE = new DataCenter(2, "there");
  private static final NodeId SELF = new NodeId("self");
  private static final NodeId B = new NodeId("b");
  private static final NodeId C = new NodeId("c");
  private static final NodeId FAR = new NodeId("far");

  private final OpenReplicas replicas = new OpenReplicas();
  private final HostedReplica here = replicas.openComplete(ReplicaState.STANDBY);
  private final ComparisonResults findings = new ComparisonResults(SELF, replicas.registry());

  @AfterEach
  void close() {
    replicas.close();
  }

  private static Replica replica(NodeId node, DataCenter in, ReplicaState state) {
    return new Replica(
        new StorageNode(node, in.id(), "zone", new Endpoint("localhost", 1), true), state);
  }

  private static ClusterView view(List<DataCenter> dataCenters, Replica... listed) {
    return new ClusterView(
        HERE,
        dataCenters,
        Stream.of(listed).map(Replica::node).toList(),
        List.of(new Partition(OpenReplicas.PARTITION, false, 3, List.of(listed))));
  }

  private static ClusterView view(NodeId... near) {
    return view(
        List.of(HERE),
        Stream.of(near)
            .map(node -> replica(node, HERE, ReplicaState.STANDBY))
            .toArray(Replica[]::new));
  }

  private static ClusterView twoDataCenters() {
    return view(
        List.of(HERE, THERE),
        replica(SELF, HERE, ReplicaState.STANDBY),
        replica(B, HERE, ReplicaState.STANDBY),
        replica(C, HERE, ReplicaState.STANDBY),
        replica(FAR, THERE, ReplicaState.LEADER));
  }

  private void compared(NodeId peer, long provenMillis, Map<Integer, Long> elsewhere) {
    findings.add(
        here,
        peer,
        new Comparison(
            new UUID(1, peer.name().hashCode()),
            provenMillis + 1,
            provenMillis,
            new Watermarks(elsewhere),
            new Open(1, 2, 3)));
  }

  /** Each comparison finds two blobs that are missing at the peer. */
  private static SortedMap<NodeId, Integer> missing(NodeId... peers) {
    SortedMap<NodeId, Integer> missing = new TreeMap<>();
    Stream.of(peers).forEach(peer -> missing.put(peer, 2));
    return missing;
  }

  private Proof proof(ClusterView view) {
    return findings.proof(here, view);
  }

  @Test
  void aReplicaIsProvenUpToItsEarliestComparison() {
    compared(B, 100, Map.of());
    assertThat(proof(view(SELF, B, C)))
        .isEqualTo(new Proof(0, 1, new Open(1, 2, 3), 0, missing(B)));
    compared(C, 90, Map.of());
    assertThat(proof(view(SELF, B, C)))
        .isEqualTo(new Proof(90, 0, new Open(2, 4, 6), 0, missing(B, C)));
  }

  @Test
  void aViewWithTooFewReplicasOrWithoutThisOneProvesNothing() {
    compared(B, 100, Map.of());
    compared(C, 90, Map.of());
    NodeId other = new NodeId("d");
    compared(other, 80, Map.of());
    assertThat(proof(view(SELF, B)).provenMillis()).isZero();
    assertThat(proof(view(B, C, other)).provenMillis()).isZero();
    assertThat(proof(view(List.of(HERE))).provenMillis()).isZero();
  }

  @Test
  void anIncompleteReplicaProvesNothing() {
    replicas.close();
    OpenReplicas young = new OpenReplicas();
    HostedReplica incomplete = young.open(ReplicaState.BOOTSTRAP);
    ComparisonResults others = new ComparisonResults(SELF, young.registry());
    for (NodeId peer : List.of(B, C)) {
      others.add(
          incomplete,
          peer,
          new Comparison(new UUID(1, 1), 9, 9, new Watermarks(Map.of(2, 9L)), Open.NOTHING));
    }
    assertThat(others.watermarks(incomplete, twoDataCenters())).isEqualTo(Watermarks.NONE);
    assertThat(others.proof(incomplete, view(SELF, B, C)).provenMillis()).isZero();
    young.close();
  }

  @Test
  void eachOtherDataCenterMustBeProvenToo() {
    compared(B, 100, Map.of());
    compared(C, 90, Map.of());
    assertThat(proof(twoDataCenters()))
        .isEqualTo(new Proof(0, 1, new Open(2, 4, 6), 0, missing(B, C)));
    assertThat(findings.unprovenElsewhere(here, twoDataCenters(), 0)).containsExactly(2);
    compared(C, 90, Map.of(2, 50L));
    compared(B, 100, Map.of(2, 40L));
    assertThat(proof(twoDataCenters()))
        .isEqualTo(new Proof(50, 0, new Open(2, 4, 6), 0, missing(B, C)));
    assertThat(findings.unprovenElsewhere(here, twoDataCenters(), 50)).isEmpty();
    assertThat(findings.unprovenElsewhere(here, twoDataCenters(), 51)).containsExactly(2);
    assertThat(findings.watermarks(here, twoDataCenters()))
        .isEqualTo(new Watermarks(Map.of(1, 90L, 2, 50L)));
  }

  @Test
  void aPeersWatermarkOfTheOwnDataCenterProvesNothing() {
    compared(B, 100, Map.of(1, 500L));
    assertThat(proof(view(SELF, B, C)).provenMillis()).isZero();
  }

  @Test
  void aComparisonWithAReplacedStoreProvesNothing() {
    compared(B, 100, Map.of(2, 40L));
    compared(C, 90, Map.of());
    OpenReplicas.hear(here, B, 0, 0, true);
    assertThat(findings.of(here, B).provenMillis()).as("the same store").isEqualTo(100);
    here.progress().heard(B, OpenReplicas.source(new UUID(9, 9), 0, true), 1);
    assertThat(findings.of(here, B))
        .isEqualTo(
            new Comparison(new UUID(0, 0), 0, 0, new Watermarks(Map.of(2, 40L)), Open.NOTHING));
    assertThat(proof(view(SELF, B, C)).provenMillis()).isZero();
  }

  /** After a peer was replaced, this replica is opened again, and has not heard the peer yet. */
  @Test
  void aComparisonWithAReplacedStoreProvesNothingAfterARestartEither() {
    compared(B, 100, Map.of());
    compared(C, 90, Map.of());
    OpenReplicas.hear(here, B, 0, 0, true);
    OpenReplicas.hear(here, C, 0, 0, true);
    here.progress().heard(B, OpenReplicas.source(new UUID(9, 9), 0, true), 1);
    replicas.registry().close(OpenReplicas.PARTITION);
    HostedReplica reopened = replicas.open(ReplicaState.STANDBY);
    ComparisonResults restarted = new ComparisonResults(SELF, replicas.registry());
    restarted.recall();
    assertThat(restarted.of(reopened, B).provenMillis()).isZero();
    assertThat(restarted.of(reopened, C).provenMillis()).as("the same store").isEqualTo(90);
    assertThat(restarted.proof(reopened, view(SELF, B, C)).provenMillis()).isZero();
  }

  /** It becomes complete again without the other data centre, whose blobs may be among the lost. */
  @Test
  void aReplicaThatHasLostRecordsProvesNothingUntilItIsComparedAgain() {
    compared(B, 100, Map.of(2, 40L));
    compared(C, 90, Map.of());
    assertThat(proof(twoDataCenters()).provenMillis()).isEqualTo(40);
    HostedReplica reopened = replicas.reopenAfterLoss(ReplicaState.STANDBY);
    replicas.registry().complete(reopened);
    assertThat(reopened.progress().isComplete()).isTrue();
    assertThat(findings.proof(reopened, twoDataCenters()).provenMillis()).isZero();
    ComparisonResults restarted = new ComparisonResults(SELF, replicas.registry());
    for (ComparisonResults each : List.of(findings, restarted)) {
      each.recall();
      assertThat(each.of(reopened, B)).isEqualTo(Comparison.NEVER);
      assertThat(each.proof(reopened, twoDataCenters()).provenMillis()).isZero();
    }
  }

  /** The comparison began before the loss. */
  @Test
  void aComparisonOfAReplicaThatHasLostRecordsSinceIsNotNoted() {
    HostedReplica reopened = replicas.reopenAfterLoss(ReplicaState.STANDBY);
    compared(B, 100, Map.of(2, 40L));
    findings.recall();
    assertThat(findings.of(reopened, B)).isEqualTo(Comparison.NEVER);
  }

  @Test
  void aRequestIsFulfilledWhenBothDataCentersAreProven() {
    compared(B, 2000, Map.of(2, 50L));
    compared(C, 1000, Map.of());
    ClusterView view = twoDataCenters();
    Request request = new Request(50, 0);
    long wantedHere = request.hereMillis();
    assertThat(wantedHere).isLessThanOrEqualTo(1000);
    assertThat(findings.fulfils(here, view, request)).isTrue();
    assertThat(findings.fulfils(here, view, new Request(51, 0))).isFalse();
    assertThat(findings.fulfils(here, view, new Request(50, 1001))).isFalse();
  }

  @Test
  void aWatermarkProvesEarlierTimesOnly() {
    Watermarks proven = new Watermarks(Map.of(1, 10L, 2, 1L));
    assertThat(ComparisonResults.isProven(proven, 1, 10)).isTrue();
    assertThat(ComparisonResults.isProven(proven, 1, 11)).isFalse();
    assertThat(ComparisonResults.isProven(proven, 2, 0)).isTrue();
    assertThat(ComparisonResults.isProven(proven, 3, 0)).isFalse();
  }

  @Test
  void comparisonsAreKnownAfterARestartForTheirOwnStoreOnly() {
    compared(B, 100, Map.of(2, 40L));
    Comparison noted = findings.of(here, B);
    ComparisonResults restarted = new ComparisonResults(SELF, replicas.registry());
    assertThat(restarted.of(here, B)).isEqualTo(Comparison.NEVER);
    restarted.recall();
    assertThat(restarted.of(here, B)).isEqualTo(noted);
    replicas.registry().close(OpenReplicas.PARTITION);
    restarted.recall();
    assertThat(restarted.of(here, B)).as("it is not open").isEqualTo(Comparison.NEVER);
    replicas.disk().drop(OpenReplicas.PARTITION);
    HostedReplica made = replicas.open(ReplicaState.BOOTSTRAP);
    restarted.recall();
    assertThat(restarted.of(made, B)).as("another store").isEqualTo(Comparison.NEVER);
  }

  @Test
  void aRecallKeepsNewerComparisons() {
    findings.recall();
    compared(B, 100, Map.of());
    replicas.disk().deleteNote("%d.compared".formatted(OpenReplicas.PARTITION));
    findings.recall();
    assertThat(findings.of(here, B).provenMillis()).isEqualTo(100);
  }

  @Test
  void aPartitionIsProvenByItsOpenReplica() {
    findings.requests().answer(new Verify(Verify.ALL, 77, 0), List.of(OpenReplicas.PARTITION), 77);
    assertThat(findings.proof(OpenReplicas.PARTITION, view(SELF, B, C)))
        .hasValue(new Proof(0, 2, Open.NOTHING, 77, missing()));
    assertThat(findings.proof(OpenReplicas.PARTITION + 1, view(SELF, B, C))).isEmpty();
  }

  @Test
  void aSingleConfiguredCopyIsProvenByItself() {
    ClusterView single =
        new ClusterView(
            HERE,
            List.of(HERE),
            List.of(),
            List.of(
                new Partition(
                    OpenReplicas.PARTITION,
                    false,
                    1,
                    List.of(replica(SELF, HERE, ReplicaState.STANDBY)))));
    assertThat(findings.watermarks(here, single).of(1)).isEqualTo(Long.MAX_VALUE);
    assertThat(proof(single)).isEqualTo(new Proof(0, 0, Open.NOTHING, 0, missing()));
  }
}
