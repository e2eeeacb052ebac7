package io.aumbry.tests.simulation.ledger;

import static io.aumbry.tests.simulation.ledger.LedgerStage.A;
import static io.aumbry.tests.simulation.ledger.LedgerStage.B;
import static io.aumbry.tests.simulation.ledger.LedgerStage.C;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.message.NodeRequest.Get;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.NodeResponse.Missing;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.tests.simulation.ledger.Account.Heard;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class CompletionRulesTest {
  private final LedgerStage stage = new LedgerStage();
  private final CompletionRules rules =
      new CompletionRules(
          stage, new Alarm(stage, finding -> raised = String.valueOf(finding.getMessage())));
  private String raised = "";

  private void complete() {
    rules.complete(stage.account(A));
  }

  @Test
  void replicaWithAllRecordsOfBothPeersIsComplete() {
    stage.account(B).completed();
    stage.account(C).completed();
    stage.put(A, B);
    stage.told(A, B, 0);
    stage.told(A, C, 0);
    complete();
    assertThat(raised).isEmpty();
    assertThat(stage.account(A).isComplete()).isTrue();
  }

  @Test
  void replicaThatHasHeardFromOneOnlyIsNotComplete() {
    stage.told(A, B, 0);
    complete();
    assertThat(raised).contains("1 more replicas of data centre 1");
  }

  @Test
  void replicaThatLacksTheLastRecordOfAPeerIsNotComplete() {
    stage.put(A, B);
    stage.told(A, C, 0);
    stage.put(A, B);
    stage.told(A, B, 1);
    complete();
    assertThat(raised).contains("ended at 2 in its first answer; it was told up to 0");
  }

  /** Seed 243906: it decides just before it hears of the store. */
  @Test
  void storeThatAPeerHasSinceJustNowDoesNotCountYet() {
    stage.account(B).completed();
    stage.account(C).completed();
    stage.put(A, B);
    stage.told(A, B, 0);
    stage.told(A, C, 0);
    Heard other = new Heard(new UUID(0, 1), 0, 0, 1, false, 0, stage.now);
    stage.account(A).hear(B, other);
    complete();
    assertThat(raised).isEmpty();
    stage.account(A).withdraw(stage.now);
    stage.now += Prefix.GRACE;
    complete();
    assertThat(raised).contains("records of " + B + ", which ended at 1");
  }

  /** Seed 615305: an older copy of the store of a peer came back, and another peer said so. */
  @Test
  void peerThatHasSinceLostRecordsCountsWithThoseOfItsLastAnswer() {
    stage.toldOfTwoRecordsBeforeTheSecondIsLost(A, B);
    Held held = new Held(stage.store(B), 1, LedgerStage.OPENED + 1);
    stage.told(A, C, 0, new Opening(LedgerStage.OPENED, 0), List.of(held));
    complete();
    assertThat(raised).isEmpty();
  }

  @Test
  void replicaInAnEmptyDataCenterNeedsTheOtherDataCenters() {
    stage.dataCenters = 2;
    stage.nodes = List.of(A, B, C, "d2", "e2", "f2");
    stage.told(A, B, 0);
    stage.told(A, C, 0);
    complete();
    assertThat(raised).contains("3 more replicas of data centre 2");
  }

  @Test
  void replicaThatWasNeverCompleteMayNotDenyABlob() {
    Get get = new Get(stage.blob(), new ByteRange.All(), false, false);
    stage.entitlements.answered("frontend", A, get, new Missing(Absence.NOT_FOUND));
    assertThat(stage.found()).singleElement().asString().contains("has never been complete");
    stage.account(A).completed();
    stage.entitlements.answered("frontend", A, get, new Missing(Absence.NOT_FOUND));
    assertThat(stage.found()).isEmpty();
  }

  @Test
  void replicaThatHasWithdrawnIsNoLongerComplete() {
    stage.settle();
    stage.account(B).withdraw(stage.now);
    rules.require(stage.account(B), "I am complete");
    assertThat(raised).as("an earlier message may still be in transit").isEmpty();
    stage.now += Prefix.GRACE;
    rules.require(stage.account(B), "I am complete");
    assertThat(raised).contains("has never been complete");
  }
}
