package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.server.replica.StalenessCheck.Noted;
import io.aumbry.store.HandTime;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The exact times at which a replica becomes doubtful or outdated, or records a horizon. */
class RecencyBoundsTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final Retention RETENTION =
      new Retention(Duration.ofDays(7), Duration.ofDays(1), Duration.ofDays(30));
  private static final long MONTH = Duration.ofDays(30).toMillis();
  private static final NodeId TWO = new NodeId("node-2");

  private final HandTime time = new HandTime();
  private final long start = time.wallMillis();

  private StalenessCheck with(boolean isRecorded, Noted noted) {
    return new StalenessCheck(new StalenessCheck.Rule(time, 1, isRecorded), RETENTION, noted);
  }

  private static void hear(StalenessCheck recency, long agreedMillis, long askedMillis) {
    Opening opening = new Opening(1, 9);
    recency.hear(
        TWO, new Source(new UUID(1, 1), 9, 0, true, opening, agreedMillis, 0), askedMillis);
  }

  @Test
  void aReplicaIsInDoubtTwoHoursBeforeItsPeersMayForget() {
    Noted noted = new Noted(9, start, 0);
    time.advance(MONTH - 2 * HOUR - 1);
    assertThat(with(false, noted).isDoubtful()).isFalse();
    time.advance(1);
    assertThat(with(false, noted).isDoubtful()).isTrue();
  }

  @Test
  void aReplicaIsOutdatedOneHourBeforeAPeerMayForgetItsMissingDeletes() {
    Noted noted = new Noted(9, start, 0);
    time.advance(MONTH);
    hear(with(false, noted), start + MONTH - HOUR - 1, start);
    assertThatThrownBy(() -> hear(with(false, noted), start + MONTH - HOUR, start))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining(Instant.ofEpochMilli(start).toString())
        .hasMessageContaining(Instant.ofEpochMilli(start - HOUR).toString());
  }

  /** The clock of this node was a year ahead at the time of the note, and is right again. */
  @Test
  void aTimeInStepFromAClockThatWasAheadCountsAsTheAgreedTime() {
    Noted noted = new Noted(9, start + 12 * MONTH, start);
    time.advance(MONTH - 2 * HOUR - 1);
    assertThat(with(false, noted).isDoubtful()).isFalse();
    assertThat(with(false, noted).inStepMillis(Distance.NEAR)).isEqualTo(start);
    time.advance(1);
    assertThat(with(false, noted).isDoubtful()).isTrue();
    assertThatThrownBy(() -> hear(with(false, noted), start + MONTH - HOUR, start))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining(Instant.ofEpochMilli(start).toString());
  }

  @Test
  void aTimeInStepUpToAnHourAheadIsBelieved() {
    StalenessCheck recency = with(false, new Noted(9, start + HOUR, start - HOUR));
    assertThat(recency.inStepMillis(Distance.NEAR)).isEqualTo(start + HOUR);
    StalenessCheck ahead = with(false, new Noted(9, start + HOUR + 1, start - HOUR));
    assertThat(ahead.inStepMillis(Distance.NEAR)).isEqualTo(start - HOUR);
  }

  @Test
  void aReplicaThatHasNeverAgreedKeepsItsTimeInStep() {
    StalenessCheck recency = with(true, new Noted(9, start + 12 * MONTH, 0));
    assertThat(recency.inStepMillis(Distance.NEAR)).isEqualTo(start + 12 * MONTH);
    recency.compare(OptionalLong.of(start), start);
    assertThat(recency.isDoubtful()).isFalse();
  }

  /** Otherwise it would count again when the clock has reached it. */
  @Test
  void aTimeInStepFromAClockThatWasAheadIsReplacedByTheNextAgreement() {
    StalenessCheck recency = with(false, new Noted(9, start + 12 * MONTH, start));
    Agreement next = new Agreement(7, start + 10 * MINUTE, start);
    assertThat(recency.isBehind(next)).isTrue();
    assertThat(recency.agreed(9, next).inStepMillis()).isEqualTo(start + 10 * MINUTE);
  }

  @Test
  void aPeerClockUpToAnHourAheadIsBelieved() {
    StalenessCheck recency = with(false, new Noted(9, start, 0));
    hear(recency, start + HOUR + 1, start);
    assertThat(recency.completed(9, 0).agreedMillis()).isZero();
    hear(recency, start + HOUR, start);
    assertThat(recency.completed(9, 0).agreedMillis()).isEqualTo(start + HOUR);
  }

  /** A delete can be undone for 7 days, and is forgotten after 30; clocks differ by an hour. */
  @Test
  void aReplicaHasTheUndeletesOfForgottenDeletesIfItWasInStepLongEnoughAfter() {
    StalenessCheck recency = with(false, new Noted(9, start, 0));
    long latest = start + MONTH - Duration.ofDays(7).toMillis() - HOUR;
    assertThat(recency.hasUndeletesOf(latest)).isTrue();
    assertThat(recency.hasUndeletesOf(latest + 1)).isFalse();
  }

  @Test
  void blobsHaveEndedForGoodAsOfTheEarlierNotedTime() {
    assertThat(with(false, new Noted(9, start, start - 1)).sharedMillis()).isEqualTo(start - 1);
    assertThat(with(false, new Noted(9, start, start + 1)).sharedMillis()).isEqualTo(start);
  }

  /**
   * It may lack records from other data centres that its peers did not have either at that time.
   */
  @Test
  void aReplicaThatBecomesCompleteAdoptsTheTimeInStepOfACompletePeer() {
    StalenessCheck recency = with(false, new Noted(3, start, 0));
    time.advance(5 * HOUR);
    assertThat(recency.completed(9, start - HOUR).inStepMillis()).isEqualTo(start - HOUR);
    assertThat(recency.completed(9, start + HOUR).inStepMillis()).isEqualTo(start + HOUR);
    assertThat(recency.completed(9, start + 6 * HOUR).inStepMillis())
        .as("the clock of the peer is ahead")
        .isEqualTo(start + 5 * HOUR);
    assertThat(recency.completed(9, 1).sequence()).isEqualTo(9);
  }

  /** It has caught up with all others as of its opening, and maybe not with later records. */
  @Test
  void aReplicaThatBecomesCompleteWithoutACompletePeerIsInStepAsOfItsOpening() {
    StalenessCheck recency = with(false, new Noted(3, start - HOUR, 0));
    time.advance(5 * HOUR);
    assertThat(recency.completed(9, 0).inStepMillis()).isEqualTo(start);
  }

  /** To a replica that has forgotten nothing yet, a lost record looks the same. */
  @Test
  void withoutARecordedHorizonAReplicaThatForgotNothingStaysInDoubt() {
    time.advance(2 * MONTH);
    StalenessCheck recency = with(true, new Noted(9, start, 0));
    recency.compare(OptionalLong.empty(), time.wallMillis());
    assertThat(recency.isDoubtful()).isTrue();
    assertThat(recency.needsComparison()).isTrue();
  }

  @Test
  void aRecordedHorizonAtTheOwnNoteEndsTheDoubtWithoutPeers() {
    time.advance(2 * MONTH);
    StalenessCheck recency = with(true, new Noted(9, start, start));
    recency.compare(OptionalLong.of(start), time.wallMillis());
    assertThat(recency.isDoubtful()).isFalse();
    assertThat(recency.needsComparison()).isFalse();
  }

  @Test
  void vouchersDoNotEndADoubtWhileAHorizonIsRecorded() {
    time.advance(2 * MONTH);
    StalenessCheck recency = with(true, new Noted(9, start, 0));
    hear(recency, 0, time.wallMillis());
    recency.trustIfAllHeard(List.of(TWO));
    assertThat(recency.isDoubtful()).isTrue();
  }

  @Test
  void theHorizonIsReadOnceAndAgainOnlyWhileItMayEndADoubt() {
    StalenessCheck recency = with(true, new Noted(9, start, start));
    assertThat(recency.needsComparison()).isTrue();
    recency.compare(OptionalLong.empty(), start);
    assertThat(recency.needsComparison()).as("not in doubt").isFalse();
    time.advance(2 * MONTH);
    StalenessCheck late = with(true, new Noted(9, start, start));
    late.compare(OptionalLong.empty(), time.wallMillis());
    assertThat(late.needsComparison()).isTrue();
    hear(late, start, time.wallMillis());
    assertThat(late.needsComparison()).as("a peer has vouched").isFalse();
    StalenessCheck unrecorded = with(false, new Noted(9, start, start));
    unrecorded.compare(OptionalLong.empty(), time.wallMillis());
    assertThat(unrecorded.isDoubtful()).isTrue();
    assertThat(unrecorded.needsComparison()).as("no record is kept").isFalse();
  }

  /** Otherwise a voucher from before a long absence would count for all of it. */
  @Test
  void aVoucherCountsAsOfItsRequest() {
    time.advance(2 * MONTH);
    StalenessCheck recency = with(false, new Noted(9, start, 0));
    hear(recency, 0, start + HOUR);
    assertThat(recency.isDoubtful()).isTrue();
    recency.trustIfAllHeard(List.of(TWO));
    assertThat(recency.isDoubtful()).isTrue();
    hear(recency, 0, start + MONTH + 2 * HOUR + 1);
    assertThat(recency.isDoubtful()).isFalse();
  }

  @Test
  void aComparisonCountsAsOfWhenTheHorizonWasRead() {
    time.advance(2 * MONTH);
    StalenessCheck recency = with(true, new Noted(9, start, 0));
    recency.compare(OptionalLong.of(start), start + MONTH + 2 * HOUR);
    assertThat(recency.isDoubtful()).isTrue();
    recency.compare(OptionalLong.of(start), start + MONTH + 2 * HOUR + 1);
    assertThat(recency.isDoubtful()).isFalse();
  }

  @Test
  void aHorizonIsRecordedAgainAfterTenMinutes() {
    StalenessCheck recency = with(true, new Noted(9, start + HOUR, 0));
    recency.compare(OptionalLong.of(start), start);
    assertThat(recency.horizonToRecord(start + 10 * MINUTE - 1)).isEmpty();
    assertThat(recency.horizonToRecord(start + 10 * MINUTE)).hasValue(start + 10 * MINUTE);
  }

  @Test
  void aPartitionThatForgotNothingGetsTheEarliestHorizonOnce() {
    StalenessCheck recency = with(true, new Noted(9, start, 0));
    assertThat(recency.horizonToRecord(0)).hasValue(1);
    recency.compare(OptionalLong.of(1), start);
    assertThat(recency.horizonToRecord(0)).isEmpty();
  }

  @Test
  void aHorizonBelowTheOwnNoteIsRecordedAgain() {
    StalenessCheck recency = with(true, new Noted(9, start, start - HOUR));
    recency.compare(OptionalLong.of(start - 2 * HOUR), start);
    assertThat(recency.horizonToRecord(0)).hasValue(start - HOUR);
    recency.compare(OptionalLong.of(start - HOUR), start);
    assertThat(recency.horizonToRecord(0)).isEmpty();
  }

  @Test
  void anAgreementIsNotedAgainAfterTenMinutes() {
    StalenessCheck recency = with(false, new Noted(9, start, start));
    assertThat(recency.isBehind(new Agreement(7, start + 10 * MINUTE - 1, start))).isFalse();
    assertThat(recency.isBehind(new Agreement(7, start + 10 * MINUTE, start))).isTrue();
    assertThat(recency.isBehind(new Agreement(7, start, start + 10 * MINUTE))).isTrue();
    assertThat(with(false, new Noted(9, start, 0)).isBehind(new Agreement(7, start, 0))).isFalse();
    assertThat(with(false, new Noted(9, start, 0)).isBehind(new Agreement(7, start, 1))).isTrue();
  }
}
