package io.aumbry.tests.simulation.ledger;

import static io.aumbry.tests.simulation.ledger.LedgerStage.A;
import static io.aumbry.tests.simulation.ledger.LedgerStage.B;
import static io.aumbry.tests.simulation.ledger.LedgerStage.C;
import static io.aumbry.tests.simulation.ledger.LedgerStage.KNOWN;
import static io.aumbry.tests.simulation.ledger.LedgerStage.OPENED;
import static io.aumbry.tests.simulation.ledger.LedgerStage.PARTITION;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.ledger.Account.Noted;
import io.aumbry.tests.simulation.ledger.QuarantineReader.Damage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests {@link RecencyRules}, {@link ForgetRules} and {@link RemovalRules}. */
final class RecencyRulesTest {
  private final LedgerStage stage = new LedgerStage();
  private final List<Finding> found = new ArrayList<>();
  private final Alarm alarm = new Alarm(stage, found::add);
  private final RecencyRules rules = new RecencyRules(stage.stores, stage, alarm);

  @BeforeEach
  void settle() {
    stage.settle();
    rules.raise(stage.account(A), 1);
  }

  private void note(long inStep, long agreed) {
    rules.note(stage.account(A), new Noted(inStep, agreed));
  }

  /** An empty store beside the notes of another one counts as new. */
  @Test
  void storeWithoutTheNoteOfCompletenessIsNotJudgedAsACompleteOne() {
    stage.put(B);
    note(stage.now, 0);
    single();
    found.clear();
    stage.entitlements.processStarts(A);
    note(stage.now + 1, 0);
    assertThat(found).isEmpty();
  }

  private void allSay(long inStep) {
    for (String peer : List.of(B, C)) {
      stage.account(peer).note(new Noted(inStep, 0));
      stage.acknowledges(peer, A, 0, OPENED, inStep);
    }
  }

  private String single() {
    assertThat(found).hasSize(1);
    return String.valueOf(found.getFirst().getMessage());
  }

  @Test
  void replicaThatWasToldOfEverythingIsInStep() {
    stage.put(A, B);
    stage.told(A, B, 0);
    note(stage.now, 0);
    assertThat(found).isEmpty();
  }

  @Test
  void recordThatThePeerHadAndDidNotTellIsNoticed() {
    stage.put(A, B);
    note(stage.now, 0);
    assertThat(single()).contains("had 1 records then, and it was told up to 0");
  }

  /** A record may be durable for some time before its store shows it. */
  @Test
  void recordThatThePeerHadNotShownDoesNotCount() {
    stage.put(A, B);
    BlobId id = stage.blob();
    StoreHistory history = stage.account(B).history();
    history.append(new LoggedRecord(2, id, LoggedRecord.PUT, 0, stage.now, Long.MAX_VALUE));
    stage.account(A).prefix(stage.store(B)).told(OPENED, 0, 1, stage.now);
    note(stage.now, 0);
    assertThat(found).isEmpty();
    NodeRequest delete = new NodeRequest.Delete(id, stage.now, 0);
    stage.entitlements.answered("f", B, delete, new NodeResponse.Done(0));
    note(stage.now + 1, 0);
    assertThat(single()).contains("had 2 records then, and it was told up to 1");
  }

  /** The answer to a peer shows only synced records. */
  @Test
  void recordThatWasAnsweredBeforeItWasSyncedIsNotShownByTheAnswer() {
    stage.synced = false;
    BlobId id = stage.blob();
    StoreHistory history = stage.account(B).history();
    history.append(new LoggedRecord(1, id, LoggedRecord.PUT, 0, stage.now, Long.MAX_VALUE));
    NodeRequest delete = new NodeRequest.Delete(id, stage.now, 0);
    stage.entitlements.answered("f", B, delete, new NodeResponse.Done(0));
    note(stage.now, 0);
    assertThat(found).isEmpty();
    stage.told(C, B, 0);
    note(stage.now + 1, 0);
    assertThat(single()).contains("had 1 records then, and it was told up to 0");
  }

  @Test
  void storeThatThePeerGotLaterDoesNotCount() {
    stage.put(A, B);
    stage.account(B).appears(stage.now + 1);
    note(stage.now, 0);
    assertThat(found).isEmpty();
    note(stage.now + 1, 0);
    assertThat(single()).contains("had 1 records then");
  }

  @Test
  void storeOnAnUnusableDiskDoesNotCount() {
    UUID older = stage.store(B);
    long made = ++stage.now;
    stage.stores.made(new ShadowStores.Disk(B, 1), PARTITION, new UUID(8, 9));
    assertThat(stage.store(B)).isNotEqualTo(older);
    stage.now++;
    stage.entitlements.unusable(B, 1);
    assertThat(stage.store(B)).isEqualTo(older);
    stage.put(A, B);
    note(made, 0);
    assertThat(found).as("another store had its place then").isEmpty();
    note(stage.now, 0);
    assertThat(single()).contains("had 1 records then");
  }

  @Test
  void storeOnADamagedDiskDoesNotCount() {
    stage.put(A, B);
    stage.harmed = true;
    note(stage.now, 0);
    new RemovalRules(stage, alarm).remove(stage.account(A));
    assertThat(found).isEmpty();
  }

  /** C has not told the new replica anything, but B, which was in step, had everything. */
  @Test
  void newReplicaTakesOverTheInStepTimeOfACompletePeer() {
    stage.put(B, C);
    stage.account(B).note(new Noted(stage.now, 0));
    stage.make(A);
    stage.told(A, B, 0);
    note(stage.now, 0);
    rules.complete(stage.account(A));
    assertThat(found).isEmpty();
    note(stage.now + 1, 0);
    rules.complete(stage.account(A));
    assertThat(single()).contains("I was in step at " + (stage.now + 1));
  }

  @Test
  void laterRecordDoesNotMatter() {
    stage.now = 2_000;
    stage.put(A, B);
    note(1_999, 0);
    assertThat(found).isEmpty();
  }

  @Test
  void allReplicasMustReportThatTheyAreInStep() {
    allSay(900);
    stage.make(C);
    stage.account(A).processStarts(stage.now);
    stage.account(A).foundComplete();
    stage.acknowledges(B, A, 0, OPENED, 900);
    rules.raise(stage.account(A), 900);
    found.clear();
    note(stage.now, 900);
    assertThat(single()).contains(C + " last reported to be in step at 0");
  }

  @Test
  void agreementEndsAtTheRecordedHorizon() {
    allSay(900);
    note(stage.now, 900);
    assertThat(single()).contains("the recorded horizon is 1");
  }

  @Test
  void recordedAgreementOfAllMayBeNotedAndTold() {
    allSay(900);
    note(stage.now, 0);
    rules.raise(stage.account(A), 900);
    note(stage.now, 900);
    rules.tellAgreed(stage.account(A), 900);
    rules.tell(stage.account(A), B, stage.now);
    assertThat(found).isEmpty();
  }

  @Test
  void timeMayNotBeToldBeforeItIsNoted() {
    note(stage.now, 0);
    rules.tell(stage.account(A), B, stage.now + 1);
    assertThat(single()).contains("its note says " + stage.now);
    rules.tellAgreed(stage.account(A), 1);
    assertThat(found).hasSize(2);
  }

  @Test
  void pullFromBeforeAWithdrawalMayTellTheTime() {
    note(stage.now, 0);
    stage.account(A).withdraw(stage.now);
    rules.tell(stage.account(A), B, stage.now);
    assertThat(found).isEmpty();
    long noted = stage.now;
    stage.now += Prefix.GRACE;
    rules.tell(stage.account(A), B, noted);
    assertThat(single()).contains("has never been complete");
  }

  @Test
  void otherDataCentersMayBeToldTheHorizonAtMost() {
    note(stage.now, 0);
    rules.tell(stage.account(A), "d2", stage.now);
    assertThat(single()).contains("the recorded horizon is 1");
  }

  @Test
  void horizonMayNotPassTheInStepTimesOfTheDataCenter() {
    note(stage.now, 0);
    stage.acknowledges(B, A, 0, OPENED, 0);
    rules.raise(stage.account(A), 900);
    assertThat(found).hasSize(2);
  }

  @Test
  void recordMayBeDroppedOnceAllHaveAcknowledgedIt() {
    BlobId id = stage.put(A, B, C);
    stage.told(B, A, 0);
    stage.told(C, A, 0);
    stage.acknowledges(B, A, 1);
    drop(id);
    assertThat(single()).contains(C + " acknowledged its records up to 0");
  }

  @Test
  void acknowledgementOfRecordsThatTheStoreHasLostDoesNotCount() {
    stage.put(A, B, C);
    stage.put(A, B, C);
    stage.told(B, A, 0);
    stage.told(C, A, 0);
    stage.stores.cut(stage.store(A), 1);
    stage.account(A).withdraw(stage.now);
    BlobId id = stage.put(A);
    stage.acknowledges(B, A, 2);
    stage.acknowledges(C, A, 2);
    LoggedRecord last = stage.account(A).history().at(2).orElseThrow();
    stage.account(A).history().drop(2);
    assertThat(last.id()).isEqualTo(id);
    new ForgetRules(stage.stores, stage, alarm).drop(stage.account(A), Set.of(last));
    assertThat(found).hasSize(2);
    assertThat(found.getFirst()).hasMessageContaining("b1 acknowledged its records up to 1");
  }

  @Test
  void damagedPutMayBeDroppedOnceTheBlobIsInTheStoreAgain() {
    BlobId id = stage.put(A, B, C);
    LoggedRecord put = stage.account(A).history().at(1).orElseThrow();
    stage.account(A).noteDamage(Set.of(new Damage(64, 1, 1, true, 1)), stage.now);
    ForgetRules rules = new ForgetRules(stage.stores, stage, alarm);
    stage.account(A).history().drop(1);
    rules.drop(stage.account(A), Set.of(put));
    assertThat(found).as("the blob is in no other place").hasSize(2);
    found.clear();
    stage.append(A, id, LoggedRecord.PUT);
    rules.drop(stage.account(A), Set.of(put));
    assertThat(found).isEmpty();
  }

  @Test
  void deleteMayBeForgottenOnceAllHaveAgreed() {
    BlobId id = stage.put(A, B, C);
    List.of(A, B, C).forEach(node -> stage.append(node, id, LoggedRecord.DELETE));
    for (String peer : List.of(B, C)) {
      stage.told(peer, A, 0);
      stage.acknowledges(peer, A, 2);
    }
    stage.account(A).note(new Noted(stage.now, stage.now + KNOWN - 1));
    drop(id);
    assertThat(single()).contains("may be forgotten");
    found.clear();
    stage.account(A).note(new Noted(stage.now, stage.now + KNOWN));
    drop(id);
    assertThat(found).isEmpty();
  }

  /** Seed 253250. The earlier change was in a file that was not worth a rewrite. */
  @Test
  void deleteIsForgottenAlthoughAnEarlierChangeStays() {
    BlobId id = stage.put(A, B, C);
    for (byte type : new byte[] {LoggedRecord.TTL_UPDATE, LoggedRecord.DELETE}) {
      List.of(A, B, C).forEach(node -> stage.append(node, id, type));
    }
    for (String peer : List.of(B, C)) {
      stage.told(peer, A, 0);
      stage.acknowledges(peer, A, 3);
    }
    StoreHistory history = stage.account(A).history();
    LoggedRecord delete = history.at(3).orElseThrow();
    history.drop(1);
    assertThat(history.hasForgotten(id)).isFalse();
    history.drop(3);
    new ForgetRules(stage.stores, stage, alarm).drop(stage.account(A), Set.of(delete));
    assertThat(single()).contains("may be forgotten");
    assertThat(stage.stores.isForgotten(id)).isTrue();
  }

  private void drop(BlobId id) {
    StoreHistory history = stage.account(A).history();
    List<LoggedRecord> all =
        history.between(0, history.end()).isEmpty()
            ? List.of(history.at(history.end()).orElseThrow())
            : history.between(0, history.end());
    all.forEach(record -> history.drop(record.sequence()));
    assertThat(history.hasForgotten(id)).isTrue();
    new ForgetRules(stage.stores, stage, alarm).drop(stage.account(A), Set.copyOf(all));
  }

  @Test
  void filesMayBeRemovedWhenThreePeersHaveJustConfirmed() {
    RemovalRules removals = new RemovalRules(stage, alarm);
    stage.put(A);
    for (String peer : List.of(B, C, "d1")) {
      removals.confirmed(stage.store(A), 1, peer);
    }
    removals.remove(stage.account(A));
    assertThat(found).isEmpty();
    stage.now += 60_000;
    removals.remove(stage.account(A));
    assertThat(single()).contains("0 of 3 others confirmed");
  }

  @Test
  void confirmationOfFewerRecordsDoesNotCount() {
    RemovalRules removals = new RemovalRules(stage, alarm);
    for (String peer : List.of(B, C, "d1")) {
      removals.confirmed(stage.store(A), 0, peer);
    }
    stage.put(A);
    removals.remove(stage.account(A));
    assertThat(single()).contains("0 of 3 others confirmed its 1 records");
  }

  @Test
  void nodeThatAsksForAHorizonIsJudged() {
    stage.entitlements.raises(A, Map.of(PARTITION, 900L));
    assertThat(stage.found()).isNotEmpty();
  }
}
