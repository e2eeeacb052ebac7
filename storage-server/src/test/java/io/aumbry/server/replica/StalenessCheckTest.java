package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.server.replica.StalenessCheck.Noted;
import io.aumbry.store.HandTime;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.Retention;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** When peers may have forgotten deletes that an absent replica has missed. */
class StalenessCheckTest {
  private static final Retention RETENTION =
      new Retention(Duration.ofDays(7), Duration.ofDays(1), Duration.ofDays(30));
  private static final NodeId TWO = new NodeId("node-2");
  private static final NodeId THREE = new NodeId("node-3");

  private final HandTime time = new HandTime();
  private final long start = time.wallMillis();

  /** The note of a new store. */
  static StalenessCheck fresh() {
    SystemTime now = new SystemTime();
    return new StalenessCheck(
        new StalenessCheck.Rule(now, 1), RETENTION, new Noted(0, now.wallMillis(), 0));
  }

  private StalenessCheck with(int vouchers) {
    return new StalenessCheck(
        new StalenessCheck.Rule(time, vouchers), RETENTION, new Noted(9, start, start));
  }

  private long daysOn(int days) {
    return start + Duration.ofDays(days).toMillis();
  }

  private static Source complete(long agreedMillis) {
    return source(true, agreedMillis);
  }

  private static Source source(boolean complete, long agreedMillis) {
    return new Source(new UUID(1, 1), 9, 0, complete, new Opening(1, 9), agreedMillis, 0);
  }

  private StalenessCheck recorded(Noted noted) {
    return new StalenessCheck(new StalenessCheck.Rule(time, 1, true), RETENTION, noted);
  }

  private static Agreement asOf(long millis) {
    return new Agreement(7, millis);
  }

  private static boolean isOutdatedBy(StalenessCheck recency, long agreedMillis) {
    AumbryException refused =
        catchThrowableOfType(
            AumbryException.class, () -> recency.hear(TWO, complete(agreedMillis), agreedMillis));
    if (refused != null) {
      assertThat(refused.code()).isEqualTo(ErrorCode.REPLICA_OUTDATED);
    }
    return refused != null;
  }

  @Test
  void aReplicaIsOutdatedByPeersThatForgotDeletesWithoutIt() {
    time.advance(Duration.ofDays(40).toMillis());
    StalenessCheck recency = with(1);
    assertThat(isOutdatedBy(recency, 0)).isFalse();
    assertThat(isOutdatedBy(recency, daysOn(0))).isFalse();
    assertThat(isOutdatedBy(recency, daysOn(29))).isFalse();
    assertThat(isOutdatedBy(recency, daysOn(30))).isTrue();
    assertThat(isOutdatedBy(recency, daysOn(40))).isTrue();
  }

  @Test
  void anOpenReplicaIsNotInDoubtButWouldBeAfterARestart() {
    StalenessCheck recency = with(1);
    time.advance(Duration.ofDays(29).toMillis());
    assertThat(recency.wouldBeDoubtful()).isFalse();
    time.advance(Duration.ofDays(1).toMillis());
    assertThat(recency.wouldBeDoubtful()).isTrue();
    assertThat(recency.isDoubtful()).isFalse();
    assertThat(with(1).isDoubtful()).isTrue();
  }

  @Test
  void aPeerWithAFastClockIsIgnored() {
    StalenessCheck recency = with(1);
    assertThat(isOutdatedBy(recency, daysOn(40))).isFalse();
    time.advance(Duration.ofDays(30).toMillis());
    assertThat(isOutdatedBy(recency, daysOn(40))).isFalse();
    time.advance(Duration.ofDays(10).toMillis());
    assertThat(isOutdatedBy(recency, daysOn(40))).isTrue();
  }

  @Test
  void anAbsentReplicaIsInDoubtUntilEnoughPeersVouch() {
    time.advance(Duration.ofDays(29).toMillis());
    StalenessCheck before = with(2);
    assertThat(before.isDoubtful()).isFalse();
    time.advance(Duration.ofDays(1).toMillis());
    assertThat(before.isDoubtful()).as("it was open all the time").isFalse();
    StalenessCheck recency = with(2);
    assertThat(recency.isDoubtful()).isTrue();
    recency.hear(TWO, complete(start), time.wallMillis());
    recency.hear(TWO, complete(start), time.wallMillis());
    assertThat(recency.isDoubtful()).as("one is not enough").isTrue();
    recency.hear(THREE, complete(start), time.wallMillis());
    assertThat(recency.isDoubtful()).isFalse();
  }

  @Test
  void aReplicaWithoutPeersIsNeverInDoubt() {
    time.advance(Duration.ofDays(4000).toMillis());
    assertThat(with(0).isDoubtful()).isFalse();
  }

  @Test
  void smallChangesAreNotNoted() {
    StalenessCheck fresh = fresh();
    assertThat(fresh.isBehind(asOf(1))).as("none was noted").isTrue();
    StalenessCheck recency = with(1);
    assertThat(recency.isBehind(asOf(start + 1000))).isFalse();
    assertThat(recency.isBehind(asOf(start - 1))).isFalse();
    assertThat(recency.isBehind(asOf(daysOn(1)))).isTrue();
    recency.noted(recency.agreed(10, asOf(daysOn(1))));
    assertThat(recency.agreedMillis()).isEqualTo(daysOn(1));
    assertThat(recency.isBehind(asOf(daysOn(1)))).isFalse();
  }

  /**
   * Otherwise a replica that accepts no records would become outdated by deletes that wait for it.
   */
  @Test
  void onlyATimeThatAllShareIsNotedAsAgreed() {
    StalenessCheck recency = with(1);
    time.advance(Duration.ofDays(40).toMillis());
    Agreement held = new Agreement(7, daysOn(40), start);
    assertThat(recency.isBehind(held)).as("it is in step itself").isTrue();
    recency.noted(recency.agreed(10, held));
    assertThat(recency.agreedMillis()).isEqualTo(start);
    assertThat(recency.isBehind(held)).isFalse();
    assertThat(recency.isBehind(new Agreement(7, daysOn(40), daysOn(1)))).isTrue();
  }

  @Test
  void aLossIsNotedUntilTheReplicaIsCompleteAgain() {
    StalenessCheck recency = with(1);
    recency.noted(recency.lostBefore(new Opening(7, 4)));
    assertThat(recency.hasNotedLoss()).isTrue();
    assertThat(recency.settledMillis()).isEqualTo(7);
    recency.noted(recency.completed(9, 0).completeIn(new Opening(8, 6)));
    assertThat(recency.hasNotedLoss()).isFalse();
    assertThat(recency.settledMillis()).isEqualTo(8);
    recency.noted(recency.agreed(9, asOf(start)));
    assertThat(recency.settledMillis()).isEqualTo(8);
  }

  @Test
  void aCaughtUpReplicaNotesTheAgreedTimeOfItsPeers() {
    time.advance(Duration.ofDays(2).toMillis());
    StalenessCheck recency =
        new StalenessCheck(new StalenessCheck.Rule(time, 1), RETENTION, new Noted(0, daysOn(2), 0));
    recency.hear(TWO, complete(daysOn(1)), time.wallMillis());
    recency.hear(THREE, complete(0), time.wallMillis());
    assertThat(recency.agreedMillis()).isZero();
    assertThat(recency.completed(5, 0)).isEqualTo(new Noted(5, daysOn(2), daysOn(1)));
  }

  /** It may lack the deletes in question, and has never forgotten any. */
  @Test
  void aPeerThatIsIncompleteOrInDoubtDoesNotVouch() {
    time.advance(Duration.ofDays(40).toMillis());
    StalenessCheck recency = with(1);
    recency.hear(TWO, source(false, 0), time.wallMillis());
    assertThat(recency.isDoubtful()).isTrue();
    recency.hear(THREE, complete(start), time.wallMillis());
    assertThat(recency.isDoubtful()).isFalse();
  }

  @Test
  void aPeerThatIsIncompleteStillShowsThatAReplicaIsOutdated() {
    time.advance(Duration.ofDays(40).toMillis());
    AumbryException refused =
        catchThrowableOfType(
            AumbryException.class,
            () -> with(1).hear(TWO, source(false, daysOn(31)), time.wallMillis()));
    assertThat(refused.code()).isEqualTo(ErrorCode.REPLICA_OUTDATED);
  }

  /** Then no replica is left that could have forgotten more. */
  @Test
  void theDoubtEndsWhenAllOthersWereHeardInAnyState() {
    time.advance(Duration.ofDays(40).toMillis());
    StalenessCheck recency = with(1);
    recency.hear(TWO, source(false, 0), time.wallMillis());
    recency.trustIfAllHeard(List.of(TWO, THREE));
    assertThat(recency.isDoubtful()).isTrue();
    recency.hear(THREE, source(false, 0), time.wallMillis());
    recency.trustIfAllHeard(List.of(TWO, THREE));
    assertThat(recency.isDoubtful()).isFalse();
  }

  @Test
  void noPeerVouchesBeforeTheRecordedHorizonIsRead() {
    time.advance(Duration.ofDays(40).toMillis());
    StalenessCheck recency = recorded(new Noted(9, start, start));
    recency.hear(TWO, complete(start), time.wallMillis());
    assertThat(recency.isDoubtful()).as("the horizon was not read").isTrue();
    recency.compare(OptionalLong.of(daysOn(29)), time.wallMillis());
    assertThat(recency.isDoubtful()).isFalse();
  }

  @Test
  void aReplicaBehindTheRecordedHorizonIsOutdated() {
    StalenessCheck recency = recorded(new Noted(9, start, start));
    AumbryException refused =
        catchThrowableOfType(
            AumbryException.class,
            () -> recency.compare(OptionalLong.of(daysOn(30)), time.wallMillis()));
    assertThat(refused.code()).isEqualTo(ErrorCode.REPLICA_OUTDATED);
  }

  /** As after a new ZooKeeper. */
  @Test
  void withoutARecordedHorizonOrWithALostOnePeersDecide() {
    time.advance(Duration.ofDays(40).toMillis());
    for (OptionalLong recorded : List.of(OptionalLong.empty(), OptionalLong.of(start - 1))) {
      StalenessCheck recency = recorded(new Noted(9, start, start));
      recency.compare(recorded, time.wallMillis());
      assertThat(recency.isDoubtful()).isTrue();
      recency.hear(TWO, complete(start), time.wallMillis());
      assertThat(recency.isDoubtful()).isFalse();
    }
  }

  @Test
  void nothingIsForgottenBeyondTheRecordedHorizon() {
    StalenessCheck recency = recorded(new Noted(9, daysOn(1), 0));
    assertThat(recency.bounded(asOf(daysOn(1))).sharedMillis()).isZero();
    assertThat(recency.horizonToRecord(daysOn(1))).hasValue(daysOn(1));
    recency.compare(OptionalLong.of(daysOn(1)), time.wallMillis());
    assertThat(recency.bounded(asOf(daysOn(2)))).isEqualTo(new Agreement(7, daysOn(2), daysOn(1)));
    assertThat(recency.horizonToRecord(daysOn(1))).isEmpty();
    assertThat(with(1).bounded(asOf(daysOn(2)))).as("no record").isEqualTo(asOf(daysOn(2)));
  }

  /** Otherwise an old copy would be compared with a horizon that is too early. */
  @Test
  void aLostOrRestoredHorizonIsRecordedAgain() {
    StalenessCheck recency = recorded(new Noted(9, daysOn(3), daysOn(1)));
    recency.compare(OptionalLong.of(daysOn(2)), time.wallMillis());
    assertThat(recency.horizonToRecord(0)).isEmpty();
    for (OptionalLong lost : List.of(OptionalLong.empty(), OptionalLong.of(daysOn(0)))) {
      recency.compare(lost, time.wallMillis());
      assertThat(recency.horizonToRecord(0)).hasValue(daysOn(2));
      assertThat(recency.bounded(asOf(daysOn(3))).sharedMillis())
          .as("nothing is forgotten beyond what is recorded now")
          .isEqualTo(lost.orElse(0));
    }
    assertThat(recency.isDoubtful()).isFalse();
  }

  @Test
  void aPullShowsThatTheAskedReplicaIsOutdated() {
    time.advance(Duration.ofDays(40).toMillis());
    StalenessCheck recency = with(1);
    recency.hearPuller("node-2", daysOn(29));
    assertThat(recency.isDoubtful()).as("a puller does not vouch").isTrue();
    recency.hearPuller("node-2", daysOn(42));
    AumbryException refused =
        catchThrowableOfType(AumbryException.class, () -> recency.hearPuller("node-2", daysOn(30)));
    assertThat(refused.code()).isEqualTo(ErrorCode.REPLICA_OUTDATED);
  }

  /** After a long absence, peers may note their time in step first. */
  @Test
  void aReplicaRecordsNoHorizonThatWouldOutdateIt() {
    StalenessCheck recency = recorded(new Noted(9, start, 0));
    assertThat(recency.horizonToRecord(daysOn(40))).hasValue(start);
  }

  /** Otherwise another data centre could forget deletes beyond the horizon here. */
  @Test
  void anotherDataCentreIsToldNoLaterTimeThanTheRecordedHorizon() {
    StalenessCheck recency = recorded(new Noted(9, daysOn(2), 0));
    recency.compare(OptionalLong.of(daysOn(1)), time.wallMillis());
    assertThat(recency.inStepMillis(Distance.NEAR)).isEqualTo(daysOn(2));
    assertThat(recency.inStepMillis(Distance.FAR)).isEqualTo(daysOn(1));
  }

  @Test
  void aComparisonMarksTheHorizonAsRead() {
    StalenessCheck recency = recorded(new Noted(9, start, start));
    assertThat(recency.isCompared()).isFalse();
    recency.compare(OptionalLong.empty(), start);
    assertThat(recency.isCompared()).isTrue();
  }

  @Test
  void withoutARecordedHorizonAllPeersAreToldTheSameTime() {
    StalenessCheck recency = with(1);
    assertThat(recency.inStepMillis(Distance.NEAR)).isEqualTo(start);
    assertThat(recency.inStepMillis(Distance.FAR)).isEqualTo(start);
  }

  @Test
  void aMissingHorizonRecordIsReadOnlyOnce() {
    StalenessCheck recency = with(1);
    time.advance(Duration.ofDays(40).toMillis());
    recency.compare(OptionalLong.empty(), time.wallMillis());
    assertThat(recency.wouldBeDoubtful()).isTrue();
    assertThat(recency.needsComparison()).isFalse();
  }

  @Test
  void aReplicaMayBeginWithoutACompletePeerOnlyIfThePartitionWasNeverUsed() {
    StalenessCheck unknown = recorded(new Noted(9, start, 0));
    assertThat(unknown.mayBeBegun()).as("the horizon was not read").isFalse();
    unknown.compare(OptionalLong.empty(), start);
    assertThat(unknown.mayBeBegun()).isTrue();
    unknown.compare(OptionalLong.of(1), start);
    assertThat(unknown.mayBeBegun()).isFalse();
    unknown.compare(OptionalLong.empty(), start);
    assertThat(unknown.mayBeBegun()).as("the record was lost").isFalse();
    assertThat(with(1).mayBeBegun()).as("nothing is recorded").isTrue();
  }

  /** It was complete before, so it has caught up with all others. */
  @Test
  void aReplicaThatHasLostRecordsMayBeginAgain() {
    StalenessCheck lost = recorded(new Noted(9, start, 0).lostBefore(new Opening(2, 9)));
    assertThat(lost.mayBeBegun()).isTrue();
    lost.compare(OptionalLong.of(1), start);
    assertThat(lost.mayBeBegun()).isTrue();
  }

  @Test
  void deletesAreForgottenAsOfThePullersTimeOrTheOwnNote() {
    StalenessCheck recency = with(1);
    time.advance(1_000);
    assertThat(recency.forgottenMillis(start - 1)).as("the own note").isEqualTo(start);
    assertThat(recency.forgottenMillis(start + 1)).isEqualTo(start + 1);
    assertThat(recency.forgottenMillis(start + 2_000)).as("ahead").isEqualTo(start + 1_000);
  }

  /** Otherwise each new store would be taken as one that has lost records. */
  @Test
  void onlyTheNoteOfALossThatIsBeingNotedIsInterrupted() {
    for (long sequence : new long[] {0, 1, 9}) {
      Noted noted = new Noted(sequence, start, 0);
      assertThat(noted.isInterrupted()).isFalse();
      assertThat(noted.interrupted().isInterrupted()).isTrue();
      assertThat(noted.interrupted().interrupted()).isEqualTo(noted);
    }
  }
}
