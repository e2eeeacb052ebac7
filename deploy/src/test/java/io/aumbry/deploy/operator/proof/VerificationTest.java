package io.aumbry.deploy.operator.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.operator.observation.ObservationFixture;
import io.aumbry.deploy.operator.proof.Verification.Verdict;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.ReplicaReport.Proof;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class VerificationTest {
  private static final long PROVEN = ObservationFixture.NOW - 5_000;
  private static final ProofScope FIRST = new ProofScope(Optional.of(0), Optional.empty());

  private static ObservationFixture proven() {
    ObservationFixture fixture = new ObservationFixture();
    for (String node : List.of("a", "b", "c")) {
      fixture.proof(0, node, new Proof(PROVEN, 0, 0, 0)).proof(1, node, new Proof(PROVEN, 0, 0, 0));
    }
    return fixture;
  }

  private static Verdict first(ObservationFixture fixture) {
    return Verification.of(fixture.observation(), FIRST).verdicts().getFirst();
  }

  @Test
  void aPartitionIsProvenUpToItsOldestProof() {
    Verification all =
        Verification.of(
            proven().proof(0, "b", new Proof(PROVEN - 2_000, 0, 0, 0)).observation(),
            ProofScope.ALL);
    assertThat(all.allProven()).isTrue();
    assertThat(all.unknown()).isFalse();
    assertThat(all.verdicts()).hasSize(2);
    assertThat(all.verdicts().getFirst())
        .satisfies(first -> assertThat(first.isProven()).isTrue())
        .extracting(Verdict::provenMillis)
        .isEqualTo(OptionalLong.of(7_000));
    assertThat(all.provenMillis()).hasValue(7_000);
  }

  @Test
  void aReplicaThatWasNeverComparedProvesNothing() {
    Verdict verdict = first(proven().proof(0, "c", new Proof(0, 2, 0, 0)));
    assertThat(verdict.isProven()).isFalse();
    assertThat(verdict.provenMillis()).isEmpty();
  }

  @Test
  void aReplicaWithDifferencesIsNotProven() {
    Verdict open = first(proven().proof(0, "c", new Proof(PROVEN, 0, 3, 0)));
    assertThat(open)
        .extracting(Verdict::complete, Verdict::divergent, Verdict::provenMillis)
        .containsExactly(3, 3, OptionalLong.of(5_000));
    assertThat(open.isProven()).isFalse();
    assertThat(first(proven().proof(0, "c", new Proof(PROVEN, 0, 0, 1))).isProven()).isFalse();
  }

  @Test
  void aMissingCopyIsReported() {
    Verdict verdict = first(proven().place(0, "b", ReplicaState.BOOTSTRAP));
    assertThat(verdict.missing()).isEqualTo(1);
    assertThat(verdict.isProven()).isFalse();
    assertThat(first(proven().remove(0, "b")).missing()).isEqualTo(1);
  }

  @Test
  void blobsAfterTheLastProofAreNotProven() {
    Verification all = Verification.of(proven().observation(), ProofScope.ALL);
    assertThat(all.meets(replica -> replica.isProvenOf(Duration.ofMillis(4_999)))).isFalse();
    assertThat(all.meets(replica -> replica.isProvenOf(Duration.ofSeconds(5)))).isTrue();
    ObservationFixture never = proven().proof(1, "b", new Proof(0, 2, 0, 0));
    assertThat(
            Verification.of(never.observation(), ProofScope.ALL)
                .meets(replica -> replica.isProvenOf(Duration.ofDays(1))))
        .isFalse();
    assertThat(
            Verification.of(never.observation(), FIRST)
                .meets(replica -> replica.isProvenOf(Duration.ofDays(1))))
        .isTrue();
    ObservationFixture silent = proven().node("d", true).silent("d", "connection lost");
    assertThat(
            Verification.of(silent.observation(), ProofScope.ALL)
                .meets(replica -> replica.isProvenOf(Duration.ofDays(1))))
        .isFalse();
  }

  @Test
  void anUnprovenReplicaHasAReason() {
    Verification all =
        Verification.of(
            proven().node("b", false).place(0, "c", ReplicaState.BOOTSTRAP).observation(), FIRST);
    assertThat(all.verdicts().getFirst().replicas())
        .extracting(Verification.ReplicaProof::problem)
        .containsExactly("", "its node is down", "it is BOOTSTRAP and has not caught up");
    assertThat(all.replicas()).isEqualTo(3);
    assertThat(all.replicasThatMeet(replica -> replica.isProvenOf(Duration.ofSeconds(5))))
        .isEqualTo(1);
    assertThat(all.replicasThatMeet(replica -> replica.isProvenOf(Duration.ofMillis(4_999))))
        .isZero();
  }

  @Test
  void aProofInProgressIsNotDone() {
    ObservationFixture working = proven().proof(0, "b", new Proof(PROVEN, 0, 0, 0, PROVEN + 1));
    assertThat(
            Verification.of(working.observation(), FIRST)
                .meets(replica -> replica.isProvenUpTo(PROVEN)))
        .isFalse();
    Verification given = Verification.of(proven().observation(), FIRST);
    assertThat(given.meets(replica -> replica.isProvenUpTo(PROVEN))).isTrue();
    assertThat(given.meets(replica -> replica.isProvenUpTo(PROVEN + 1))).isFalse();
  }

  @Test
  void aScopeOfOneNodeCountsOnlyItsReplicas() {
    ProofScope onlyA = new ProofScope(Optional.empty(), Optional.of(new NodeId("a")));
    Verification all =
        Verification.of(proven().proof(0, "b", new Proof(0, 2, 0, 0)).observation(), onlyA);
    assertThat(all.replicas()).isEqualTo(2);
    assertThat(all.allProven()).isTrue();
  }

  @Test
  void eventsSinceAProofAreListed() {
    ObservationFixture fixture =
        proven()
            .node("b", false)
            .disks("c", new DiskReport("/d1", false, false, 0, 0, 0, 0))
            .store(1, "c", ObservationFixture.NOW - 2_000);
    assertThat(ChangesSinceProof.of(fixture.observation(), 5_000))
        .containsExactly(
            "1 node down: b",
            "1 disk out of service: /d1 of c",
            "1 replica recreated: partition 1 on c 2.0 s ago");
    assertThat(ChangesSinceProof.of(fixture.observation(), 61_000))
        .contains("2 nodes restarted: a 60 s ago, c 60 s ago");
    assertThat(ChangesSinceProof.of(proven().observation(), 5_000)).isEmpty();
  }

  @Test
  void aSilentNodeProvesNothing() {
    Verification all =
        Verification.of(proven().silent("b", "connection lost").observation(), ProofScope.ALL);
    assertThat(all.unknown()).isTrue();
    assertThat(all.allProven()).isFalse();
    assertThat(all.provenMillis()).isEmpty();
  }
}
