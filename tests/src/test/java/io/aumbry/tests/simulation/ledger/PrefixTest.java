package io.aumbry.tests.simulation.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PrefixTest {
  private static final long FIRST = 1;
  private static final long SECOND = 2;
  private static final long NOW = 50_000;

  private final Prefix prefix = new Prefix();

  /** A store had 200 records, lost all after 100, and had 20 more under its next opening. */
  private void loseRecords() {
    prefix.told(FIRST, 0, 200, NOW - 3 * Prefix.GRACE);
    prefix.lose(100);
    prefix.told(SECOND, 100, 120, NOW - 2 * Prefix.GRACE);
  }

  /** Two older copies of a disk came back one after the other, and the second is the later one. */
  @Test
  void aLaterCopyGivesPositionsBackThatNoOpeningInBetweenHasEnded() {
    prefix.told(FIRST, 0, 200, NOW);
    long copied = prefix.soundOpening().orElseThrow();
    prefix.lose(100);
    assertThat(prefix.soundOpening()).isEmpty();
    prefix.regain(copied, 150);
    prefix.told(SECOND, 150, 150, NOW);
    assertThat(prefix.upTo()).isEqualTo(150);
  }

  @Test
  void aCopyGivesPositionsBackToAReplicaThatHasLearnedOfTheLoss() {
    prefix.told(FIRST, 0, 200, NOW);
    long copied = prefix.soundOpening().orElseThrow();
    prefix.lose(100);
    prefix.told(SECOND, 100, 120, NOW);
    prefix.lose(100);
    prefix.regain(copied, 150);
    prefix.told(SECOND + 1, 150, 160, NOW);
    assertThat(prefix.upTo()).isEqualTo(160);
  }

  @Test
  void aCopyOfRecordsThatTheReplicaWasNotToldOfGivesNothingBack() {
    prefix.told(FIRST, 0, 120, NOW);
    prefix.lose(100);
    prefix.told(SECOND, 100, 110, NOW);
    prefix.regain(FIRST - 1, 200);
    prefix.told(SECOND + 1, 200, 200, NOW);
    assertThat(prefix.upTo()).isEqualTo(110);
  }

  @Test
  void aCopyThatLosesRecordsGivesBackWhatItHasLeft() {
    loseRecords();
    prefix.regain(FIRST, 200);
    prefix.lose(130);
    prefix.told(SECOND + 1, 130, 130, NOW);
    assertThat(prefix.upTo()).isEqualTo(130);
  }

  @Test
  void claimsFromBeforeDamageMayBeInTransit() {
    loseRecords();
    prefix.suspend(NOW, false);
    assertThat(prefix.upTo(FIRST, NOW)).isEqualTo(200);
    assertThat(prefix.upTo(SECOND, NOW)).isEqualTo(120);
    assertThat(prefix.upTo(SECOND, NOW + Prefix.GRACE)).isZero();
  }

  @Test
  void damageGivesNoClaimsUnderALaterOpeningBackThatWereLost() {
    loseRecords();
    prefix.suspend(NOW, false);
    assertThat(prefix.upTo(SECOND, NOW)).isLessThan(200);
  }

  @Test
  void laterDamageGivesNoClaimsOfEarlierDamageBack() {
    loseRecords();
    prefix.suspend(NOW, false);
    long later = NOW + 5 * Prefix.GRACE;
    prefix.suspend(later, false);
    assertThat(prefix.upTo(SECOND, later)).isZero();
  }

  /** Seed 94713: the replica hears of no later opening, so it may still make its earlier claims. */
  @Test
  void healedDamageGivesClaimsBackUnderAnOpeningAfterWhichRecordsWereLost() {
    prefix.told(FIRST, 0, 200, NOW - 3 * Prefix.GRACE);
    prefix.lose(100);
    prefix.suspend(NOW, true);
    long later = NOW + 2 * Prefix.GRACE;
    assertThat(prefix.upTo(FIRST, later)).isZero();
    prefix.restore();
    assertThat(prefix.upTo(FIRST, later)).isEqualTo(200);
    prefix.told(SECOND, 100, 100, later);
    assertThat(prefix.upTo(SECOND, later)).isEqualTo(100);
  }

  /** Seed 329456: damage is noted, and an answer that was in transit tells of the next records. */
  @Test
  void recordsAfterDamageCountAsHadToo() {
    prefix.told(FIRST, 0, 112, NOW - 2 * Prefix.GRACE);
    prefix.suspend(NOW, true);
    prefix.told(SECOND, 112, 114, NOW);
    assertThat(prefix.best()).isEqualTo(114);
    prefix.told(SECOND, 120, 130, NOW);
    assertThat(prefix.best()).as("the records 115 to 120 were never told").isEqualTo(114);
  }

  /** Seed 310546: a copy of the replica comes back, and the replica heard of no later opening. */
  @Test
  void aCopyOfTheReplicaGivesClaimsBackUnderAnOpeningAfterWhichRecordsWereLost() {
    prefix.told(FIRST, 0, 2, NOW - 3 * Prefix.GRACE);
    prefix.lose(0);
    Prefix copy = prefix.copy();
    prefix.suspend(NOW, true);
    prefix.bringBack(copy);
    long later = NOW + 2 * Prefix.GRACE;
    assertThat(prefix.upTo(FIRST, later)).isEqualTo(2);
    prefix.told(SECOND, 0, 0, later);
    assertThat(prefix.upTo(SECOND, later)).isZero();
  }

  @Test
  void aCopyOfTheReplicaGivesNoClaimsBackThatALaterOpeningHasEnded() {
    prefix.told(FIRST, 0, 2, NOW);
    prefix.lose(1);
    Prefix copy = prefix.copy();
    Prefix fresh = new Prefix();
    fresh.bringBack(copy);
    assertThat(fresh.upTo(FIRST, NOW)).isEqualTo(2);
    fresh.told(SECOND, 1, 1, NOW);
    assertThat(fresh.upTo(SECOND, NOW)).isEqualTo(1);
  }

  @Test
  void recordsMayBeToldUnderALaterOpening() {
    prefix.told(FIRST, 0, 12, NOW);
    prefix.told(SECOND, 12, 23, NOW);
    assertThat(prefix.has(FIRST, 23, NOW)).isTrue();
    assertThat(prefix.has(FIRST, 24, NOW)).isFalse();
    assertThat(prefix.has(SECOND, 23, NOW)).isTrue();
  }

  @Test
  void damageEndsWhatTheReplicaWasTold() {
    prefix.told(FIRST, 0, 12, NOW - 2 * Prefix.GRACE);
    prefix.suspend(NOW, false);
    assertThat(prefix.has(FIRST, 12, NOW)).as("as long as a claim is in transit").isTrue();
    long later = NOW + Prefix.GRACE;
    assertThat(prefix.has(FIRST, 12, later)).isFalse();
    prefix.told(FIRST, 0, 12, later);
    assertThat(prefix.has(FIRST, 12, later)).isTrue();
  }

  /** The records 16 to 23 of the two openings are different ones. */
  @Test
  void recordsThatTheStoreHasLostAreNotToldUnderALaterOpening() {
    prefix.told(FIRST, 0, 12, NOW);
    prefix.lose(15);
    prefix.told(SECOND, 12, 23, NOW);
    assertThat(prefix.has(FIRST, 15, NOW)).isTrue();
    assertThat(prefix.has(FIRST, 16, NOW)).isFalse();
  }
}
