package io.aumbry.tests.simulation.ledger;

import static io.aumbry.tests.simulation.ledger.LedgerStage.A;
import static io.aumbry.tests.simulation.ledger.LedgerStage.B;
import static io.aumbry.tests.simulation.ledger.LedgerStage.C;
import static io.aumbry.tests.simulation.ledger.LedgerStage.OPENED;
import static io.aumbry.tests.simulation.ledger.LedgerStage.PARTITION;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.message.NodeRequest.Confirm;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.tests.simulation.ledger.QuarantineReader.Damage;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordRulesTest {
  private static final long LATER = 600;

  private final LedgerStage stage = new LedgerStage();

  private void opensAgain(String node, long opened) {
    stage.told(A, node, 0, new Opening(opened, stage.account(node).history().end()), List.of());
  }

  @Test
  void recordsThatWereToldAndAreOnDiskMayBeAcknowledged() {
    stage.put(A, B);
    stage.told(A, B, 0);
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).isEmpty();
  }

  @Test
  void recordOnDiskThatWasNotToldMayNotBeAcknowledged() {
    stage.put(A, B);
    stage.told(A, B, 0);
    stage.put(A, B);
    stage.acknowledges(A, B, 2);
    assertThat(stage.found()).singleElement().asString().contains("without a gap only up to 1");
  }

  /** The replica has started over since, and was told nothing again. */
  @Test
  void impliedAcknowledgementNeedsAFoundationAsWell() {
    stage.put(A, B);
    stage.told(A, B, 0);
    stage.exchanges(A, B, 1, 7);
    stage.acknowledgesByContinuing(A, B, 7);
    assertThat(stage.found()).isEmpty();
    stage.account(A).loseRecords();
    stage.account(A).withdraw(stage.now);
    stage.now += 2 * Prefix.GRACE;
    stage.acknowledgesByContinuing(A, B, 7);
    assertThat(stage.found()).singleElement().asString().contains("up to 0");
  }

  @Test
  void recordAfterAGapMayNotBeAcknowledged() {
    stage.put(A, B);
    stage.put(A, B);
    stage.told(A, B, 1);
    stage.acknowledges(A, B, 2);
    assertThat(stage.found()).singleElement().asString().contains("up to 0");
  }

  @Test
  void recordThatIsNotOnDiskMayNotBeAcknowledged() {
    stage.put(B);
    stage.told(A, B, 0);
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).singleElement().asString().contains("has nothing that covers");
  }

  @Test
  void deleteThatIsNotOnDiskMayNotBeAcknowledgedAlthoughThePutIs() {
    var id = stage.put(A, B);
    stage.append(B, id, LoggedRecord.DELETE);
    stage.told(A, B, 0);
    stage.acknowledges(A, B, 2);
    assertThat(stage.found()).singleElement().asString().contains("type 3");
  }

  @Test
  void putOfADeletedBlobIsNotNeeded() {
    var id = stage.put(B);
    stage.append(B, id, LoggedRecord.DELETE);
    stage.append(A, id, LoggedRecord.DELETE);
    stage.told(A, B, 0);
    stage.acknowledges(A, B, 2);
    assertThat(stage.found()).isEmpty();
  }

  @Test
  void earlierDeleteOfTheSameLifeIsNotNeeded() {
    var id = stage.put(A, B);
    stage.append(B, id, LoggedRecord.DELETE);
    stage.now++;
    stage.append(B, id, LoggedRecord.DELETE);
    stage.told(A, B, 0);
    stage.acknowledges(A, B, 2);
    assertThat(stage.found()).as("the last delete was not reached yet").isEmpty();
    stage.acknowledges(A, B, 3);
    assertThat(stage.found()).singleElement().asString().contains("covers record 3");
  }

  /** Seed 306820: an old disk knows the delete, and another that the blob has expired since. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void deleteIsNotNeededIfTheBlobHasExpiredInALaterLifeElsewhere(boolean hasExpired) {
    var id = stage.put(B);
    stage.append(B, id, LoggedRecord.DELETE);
    stage.undelete(C, id, stage.now + 1);
    stage.told(A, B, 0);
    stage.now += hasExpired ? 1 : 0;
    stage.acknowledges(A, B, 2);
    assertThat(stage.found()).hasSize(hasExpired ? 0 : 1);
  }

  @Test
  void putOfAnUndeletedBlobIsNeededEvenIfItsDeleteIsOld() {
    var id = stage.put(B);
    stage.undelete(A, id);
    stage.undelete(B, id);
    stage.told(A, B, 0);
    stage.acknowledges(A, B, 2);
    assertThat(stage.found()).singleElement().asString().contains("type 1");
    stage.now += LedgerStage.KNOWN;
    stage.told(C, B, 0);
    stage.undelete(C, id);
    stage.acknowledges(C, B, 2);
    assertThat(stage.found()).singleElement().asString().contains("type 1");
  }

  @Test
  void laterOpeningKeepsTheToldRecords() {
    stage.put(A, B);
    stage.told(A, B, 0);
    opensAgain(B, LATER);
    stage.acknowledges(A, B, 1, LATER, 0);
    stage.acknowledges(A, B, 1, OPENED, 0);
    assertThat(stage.found()).isEmpty();
  }

  /** Two peers report positions in a third store, and one of them has not heard of the opening. */
  @Test
  void statementUnderTheEarlierOpeningCountsForRecordsThatWereNotLost() {
    Prefix prefix = new Prefix();
    prefix.told(OPENED, 0, 44, stage.now);
    prefix.lose(50);
    prefix.implied(LATER, 43);
    prefix.implied(OPENED, 55);
    assertThat(prefix.upTo(LATER, stage.now)).isEqualTo(50);
    assertThat(prefix.upTo(OPENED, stage.now)).isEqualTo(55);
  }

  @Test
  void lostRecordsCountUnderTheEarlierOpeningOnly() {
    stage.toldOfTwoRecordsBeforeTheSecondIsLost(A, B);
    stage.acknowledges(A, B, 2, OPENED, 0);
    assertThat(stage.found()).isEmpty();
    stage.put(A, B);
    stage.told(A, B, 2, new Opening(LATER, 2), List.of());
    stage.acknowledges(A, B, 2, LATER, 0);
    assertThat(stage.found()).singleElement().asString().contains("only up to 1");
  }

  @Test
  void copyOfDisksBringsThePositionsOfItsTimeBack() {
    stage.put(A, B);
    stage.told(A, B, 0);
    Runnable bringBack = stage.entitlements.notesCopied(A);
    stage.put(A, B);
    stage.told(A, B, 1);
    stage.account(A).loseRecords();
    stage.account(A).withdraw(stage.now);
    stage.now += 2_000;
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).singleElement().asString().contains("only up to 0");
    bringBack.run();
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).isEmpty();
    stage.acknowledges(A, B, 2);
    assertThat(stage.found()).singleElement().asString().contains("only up to 1");
  }

  @Test
  void copyOfAStoreFromBeforeItsDamageBringsThePositionsBack() {
    stage.put(A, B);
    stage.told(A, B, 0);
    Runnable bringBack = stage.entitlements.storesCopied(A, List.of());
    stage.now += 2_000;
    stage.account(A).prefix(stage.store(B)).suspend(stage.now, false);
    stage.now += 2_000;
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).singleElement().asString().contains("only up to 0");
    bringBack.run();
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).isEmpty();
  }

  /** Seed 92772: A was told of the records after they were copied, and before they were lost. */
  @Test
  void copyOfAStoreFromBeforeItsLossMakesPositionsCountThatWereReachedSince() {
    stage.put(A, B);
    stage.put(A, B);
    stage.told(C, B, 0);
    Runnable bringBack = stage.entitlements.storesCopied(B, List.of());
    stage.told(A, B, 0);
    stage.stores.cut(stage.store(B), 1);
    bringBack.run();
    stage.told(A, B, 2, new Opening(LATER, 2), List.of());
    stage.acknowledges(A, B, 2, LATER, 0);
    assertThat(stage.found()).isEmpty();
  }

  @Test
  void positionsOfACopyDoNotCountBeyondRecordsThatThePeerHasLostSince() {
    stage.put(A, B);
    stage.put(A, B);
    stage.told(A, B, 0);
    Runnable bringBack = stage.entitlements.notesCopied(A);
    stage.stores.cut(stage.store(B), 1);
    bringBack.run();
    stage.told(A, B, 1, new Opening(LATER, 1), List.of());
    stage.acknowledges(A, B, 2, LATER, 0);
    assertThat(stage.found()).singleElement().asString().contains("only up to 1");
  }

  /** The opening says up to which record the position holds, however far the store has grown. */
  @Test
  void positionBehindALossDoesNotGoOnWhenThePeerHasGrownPastIt() {
    stage.toldOfTwoRecordsBeforeTheSecondIsLost(A, B);
    stage.put(B);
    stage.put(B);
    stage.told(A, B, 3, new Opening(LATER, 3), List.of());
    stage.acknowledges(A, B, 1, LATER, 0);
    assertThat(stage.found()).isEmpty();
    stage.acknowledges(A, B, 2, LATER, 0);
    assertThat(stage.found()).singleElement().asString().contains("only up to 1");
  }

  @Test
  void claimOfAStoreThatHasLostRecordsIsNotJudgedUntilItHasNoticed() {
    stage.put(A, B);
    stage.told(A, B, 0);
    stage.stores.cut(stage.store(A), 0);
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).isEmpty();
    stage.account(A).withdraw(stage.now);
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).as("a request was on its way").isEmpty();
    stage.now += 2_000;
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).singleElement().asString().contains("only up to 0");
  }

  /** Damages the first record of A, where this number of known blobs has PUTs. */
  private void damage(boolean isHealed, int blobs) {
    stage.account(A).noteDamage(Set.of(new Damage(64, 1, 1, isHealed, blobs)), stage.now);
  }

  @Test
  void noticedDamageTakesTheFoundation() {
    stage.put(A, B);
    stage.told(A, B, 0);
    stage.now += 2_000;
    damage(false, 0);
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).as("a request may have been in transit").isEmpty();
    stage.now += 2_000;
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).singleElement().asString().contains("only up to 0");
    stage.told(A, B, 0);
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).isEmpty();
  }

  @Test
  void positionsFromBeforeDamageCountAgainIfOnlyPutsWereLost() {
    stage.put(A, B);
    stage.told(A, B, 0);
    stage.now += 2_000;
    damage(false, 1);
    stage.now += 2_000;
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).singleElement().asString().contains("only up to 0");
    damage(true, 1);
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).isEmpty();
  }

  @Test
  void positionsFromBeforeDamageNeverCountAgainIfChangesMayBeLost() {
    stage.put(A, B);
    stage.told(A, B, 0);
    stage.now += 2_000;
    damage(false, 0);
    stage.now += 2_000;
    damage(true, 0);
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).singleElement().asString().contains("only up to 0");
  }

  /** A loss of power may bring notes back with a position from before the damage. */
  @Test
  void positionsUnderEarlierOpeningsCountAgainOnceDamageInPutsHasHealed() {
    stage.put(A, B);
    stage.told(A, B, 0);
    opensAgain(B, LATER);
    stage.now += 2_000;
    damage(false, 1);
    opensAgain(B, LATER + 1);
    stage.now += 2_000;
    stage.acknowledges(A, B, 1, OPENED, 0);
    stage.acknowledges(A, B, 1, LATER, 0);
    assertThat(stage.found()).hasSize(2).allMatch(each -> each.contains("only up to 0"));
    damage(true, 1);
    stage.acknowledges(A, B, 1, OPENED, 0);
    stage.acknowledges(A, B, 1, LATER, 0);
    assertThat(stage.found()).isEmpty();
  }

  @Test
  void positionsUnderEarlierOpeningsNeverCountAgainIfChangesMayBeLost() {
    stage.put(A, B);
    stage.told(A, B, 0);
    opensAgain(B, LATER);
    stage.now += 2_000;
    damage(false, 0);
    stage.now += 2_000;
    damage(true, 0);
    stage.acknowledges(A, B, 1, OPENED, 0);
    assertThat(stage.found()).singleElement().asString().contains("only up to 0");
  }

  /** The replica notices damage before its disk has the note. */
  @Test
  void answersFromJustBeforeTheNoteOfDamageCount() {
    stage.put(A, B, C);
    stage.told(B, C, 0);
    Held held = new Held(stage.store(C), 1, OPENED);
    stage.told(A, B, 0, new Opening(OPENED, 0), List.of(held));
    stage.now += 500;
    damage(false, 0);
    stage.now += 2_000;
    stage.told(A, B, 1);
    stage.acknowledges(A, B, 1);
    stage.acknowledges(A, C, 1);
    assertThat(stage.found()).isEmpty();
  }

  @Test
  void damageThatIsNotedAgainAfterARestartIsNotNew() {
    damage(false, 0);
    stage.put(A, B);
    stage.told(A, B, 0);
    stage.account(A).processStarts(stage.now);
    damage(false, 0);
    stage.now += 2_000;
    stage.acknowledges(A, B, 1);
    assertThat(stage.found()).isEmpty();
  }

  @Test
  void recordsOfAThirdStoreAreImpliedByAllOfThePeer() {
    stage.put(A, B, C);
    stage.told(B, C, 0);
    Held held = new Held(stage.store(C), 1, OPENED);
    stage.told(A, B, 0, new Opening(OPENED, 0), List.of(held));
    stage.acknowledges(A, C, 1);
    assertThat(stage.found()).isEmpty();
  }

  @Test
  void recordsOfAThirdStoreAreNotImpliedByAPartOfThePeer() {
    stage.put(A, B, C);
    stage.put(A, B, C);
    stage.told(B, C, 0);
    Held held = new Held(stage.store(C), 2, OPENED);
    stage.told(A, B, 1, new Opening(OPENED, 0), List.of(held));
    stage.acknowledges(A, C, 2);
    assertThat(stage.found()).singleElement().asString().contains("only up to 0");
  }

  @Test
  void replicaMayNotPassOnAPositionThatItHasNotReached() {
    stage.put(A, B, C);
    Held held = new Held(stage.store(C), 1, OPENED);
    stage.told(A, B, 0, new Opening(OPENED, 0), List.of(held));
    assertThat(stage.found()).singleElement().asString().contains("held, to " + A);
  }

  @Test
  void replicaMayNotConfirmRecordsThatItWasNotTold() {
    stage.put(A, B);
    stage.account(B).completed();
    Confirm confirm = new Confirm(A, PARTITION, stage.store(A), 1, OPENED);
    stage.entitlements.answered(A, B, confirm, new NodeResponse.Done());
    assertThat(stage.found()).singleElement().asString().contains("confirmation to " + A);
  }
}
