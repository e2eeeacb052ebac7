package io.aumbry.deploy.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.operator.Verification.Verdict;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.report.ReplicaReport.Proof;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class VerificationTest {
  private static final long PROVEN = LookOfTests.NOW - 5_000;

  private static LookOfTests proven() {
    LookOfTests look = new LookOfTests();
    for (String node : List.of("a", "b", "c")) {
      look.proof(0, node, new Proof(PROVEN, 0, 0, 0)).proof(1, node, new Proof(PROVEN, 0, 0, 0));
    }
    return look;
  }

  private static Verdict first(LookOfTests look) {
    return Verification.of(look.look(), Optional.of(0)).verdicts().getFirst();
  }

  @Test
  void whatAllReplicasHaveProvenIsProvenUpToTheEarliestOfThem() {
    Verification all =
        Verification.of(
            proven().proof(0, "b", new Proof(PROVEN - 2_000, 0, 0, 0)).look(), Optional.empty());
    assertThat(all.allProven()).isTrue();
    assertThat(all.unknown()).isFalse();
    assertThat(all.verdicts()).hasSize(2);
    assertThat(all.verdicts().getFirst())
        .isEqualTo(new Verdict(0, 3, 0, 0, 0, OptionalLong.of(7_000)));
    assertThat(all.provenMillis()).hasValue(7_000);
  }

  @Test
  void aReplicaThatWasNeverComparedProvesNothing() {
    Verdict verdict = first(proven().proof(0, "c", new Proof(0, 2, 0, 0)));
    assertThat(verdict.isProven()).isFalse();
    assertThat(verdict.provenMillis()).isEmpty();
  }

  @Test
  void whatLacksSomethingIsNotProvenWhateverWasProvenBefore() {
    Verdict open = first(proven().proof(0, "c", new Proof(PROVEN, 0, 3, 0)));
    assertThat(open).isEqualTo(new Verdict(0, 3, 0, 3, 0, OptionalLong.of(5_000)));
    assertThat(open.isProven()).isFalse();
    assertThat(first(proven().proof(0, "c", new Proof(PROVEN, 0, 0, 1))).isProven()).isFalse();
  }

  @Test
  void aCopyThatIsMissingIsSaid() {
    Verdict verdict = first(proven().place(0, "b", ReplicaState.BOOTSTRAP));
    assertThat(verdict.missing()).isEqualTo(1);
    assertThat(verdict.isProven()).isFalse();
    assertThat(first(proven().remove(0, "b")).missing()).isEqualTo(1);
  }

  @Test
  void whatWasMadeAfterTheLastProofIsNotProvenYet() {
    Verification all = Verification.of(proven().look(), Optional.empty());
    assertThat(all.isProvenOf(Duration.ofMillis(4_999))).isFalse();
    assertThat(all.isProvenOf(Duration.ofSeconds(5))).isTrue();
    LookOfTests never = proven().proof(1, "b", new Proof(0, 2, 0, 0));
    assertThat(Verification.of(never.look(), Optional.empty()).isProvenOf(Duration.ofDays(1)))
        .isFalse();
    assertThat(Verification.of(never.look(), Optional.of(0)).isProvenOf(Duration.ofDays(1)))
        .isTrue();
    LookOfTests silent = proven().node("d", true).silent("d", "connection lost");
    assertThat(Verification.of(silent.look(), Optional.empty()).isProvenOf(Duration.ofDays(1)))
        .isFalse();
  }

  @Test
  void whoDoesNotAnswerProvesNothing() {
    Verification all =
        Verification.of(proven().silent("b", "connection lost").look(), Optional.empty());
    assertThat(all.unknown()).isTrue();
    assertThat(all.allProven()).isFalse();
    assertThat(all.provenMillis()).isEmpty();
  }
}
