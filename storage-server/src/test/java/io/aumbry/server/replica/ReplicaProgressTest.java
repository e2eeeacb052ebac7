package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.store.partition.Openings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A replica that has all records of a peer adopts the peer's version vector. */
class ReplicaProgressTest {
  private static final NodeId PEER = new NodeId("peer");
  private static final NodeId FAR = new NodeId("far");
  private static final UUID PEERS = new UUID(1, 1);
  private static final UUID FARS = new UUID(2, 2);
  private static final UUID FORMER = new UUID(3, 3);
  private static final long NO_DAMAGE = 0;
  private static final Opening OPENED = new Opening(9, 0);

  private final ReplicaProgress progress =
      new ReplicaProgress(
          true, Map.of(), StalenessCheckTest.fresh(), new Openings(List.of(OPENED)));

  @BeforeEach
  void hear() {
    progress.heard(PEER, source(PEERS, 10), 100);
    progress.heard(FAR, source(FARS, 50), 100);
  }

  private static Source source(UUID store, long end) {
    return new Source(store, end, 0, true, OPENED, 0, 0);
  }

  private static Batch answer(UUID holds, long last) {
    return new Batch(7, source(PEERS, 10), 10, List.of(new Held(holds, last, 9)), 0);
  }

  private long far() {
    return progress.of(FAR).token().last();
  }

  @Test
  void aReplicaWithAllRecordsOfAPeerAdoptsItsVersionVector() {
    progress.advanced(PEER, source(PEERS, 10), 10, NO_DAMAGE);
    progress.adopt(PEER, answer(FARS, 40), NO_DAMAGE);
    assertThat(far()).isEqualTo(40);
    assertThat(progress.inSyncWith(FAR)).isEmpty();
    progress.adopt(PEER, answer(FARS, 50), NO_DAMAGE);
    assertThat(progress.inSyncWith(FAR)).hasValue(100);
    assertThat(progress.holds(new Held(FARS, 50, 9), NO_DAMAGE)).isTrue();
  }

  /** A later opening may have given the numbers of lost records to other records. */
  @Test
  void anAnswerFromAnEarlierOpeningMovesNoTokenOfALaterOne() {
    progress.advanced(PEER, source(PEERS, 10), 10, NO_DAMAGE);
    Held later = new Held(FARS, 40, OPENED.millis() + 1);
    progress.adopt(PEER, new Batch(7, source(PEERS, 10), 10, List.of(later), 0), NO_DAMAGE);
    assertThat(progress.of(FAR).token().openedMillis()).isEqualTo(later.openedMillis());
    progress.advanced(FAR, source(FARS, 50), 50, NO_DAMAGE);
    assertThat(far()).isEqualTo(40);
  }

  /** The clock of this node was a year ahead at the time of a request, and is right again. */
  @Test
  void aTimeInSyncFromAClockThatWasAheadIsUnknownUntilTheNextAnswer() {
    long now = new SystemTime().wallMillis();
    progress.advanced(PEER, source(PEERS, 10), 10, NO_DAMAGE);
    progress.heard(PEER, source(PEERS, 10), now + Duration.ofDays(365).toMillis());
    assertThat(progress.inSyncWith(PEER)).isEmpty();
    progress.heard(PEER, source(PEERS, 10), now);
    assertThat(progress.inSyncWith(PEER)).hasValue(now);
  }

  @Test
  void oneMissingRecordPreventsTheAdoption() {
    progress.advanced(PEER, source(PEERS, 10), 9, NO_DAMAGE);
    progress.adopt(PEER, answer(FARS, 40), NO_DAMAGE);
    assertThat(far()).isZero();
  }

  @Test
  void adoptionNeverMovesATokenBack() {
    progress.advanced(PEER, source(PEERS, 10), 10, NO_DAMAGE);
    progress.advanced(FAR, source(FARS, 50), 45, NO_DAMAGE);
    progress.adopt(PEER, answer(FARS, 40), NO_DAMAGE);
    assertThat(far()).isEqualTo(45);
  }

  @Test
  void statementsAboutAReplacedStoreAreIgnored() {
    progress.advanced(PEER, source(PEERS, 10), 10, NO_DAMAGE);
    progress.adopt(PEER, answer(FORMER, 40), NO_DAMAGE);
    assertThat(far()).isZero();
  }

  @Test
  void aVectorFromAnotherStoreOfThePeerIsIgnored() {
    progress.heard(PEER, source(FORMER, 3), 200);
    progress.advanced(PEER, source(FORMER, 10), 10, NO_DAMAGE);
    progress.adopt(PEER, answer(FARS, 40), NO_DAMAGE);
    assertThat(far()).isZero();
  }

  @Test
  void afterDamageOnlyLaterPullsCount() {
    progress.advanced(PEER, source(PEERS, 10), 10, NO_DAMAGE);
    progress.adopt(PEER, answer(FARS, 40), 1);
    assertThat(far()).as("the peer was not asked again").isZero();
    assertThat(progress.next(PEER, 1).last()).isZero();
    progress.adopt(PEER, answer(FARS, 40), 1);
    assertThat(far()).as("the peer was asked, and not all has come").isZero();
    progress.advanced(PEER, source(PEERS, 10), 10, 1);
    progress.adopt(PEER, answer(FARS, 40), 1);
    assertThat(far()).isEqualTo(40);
    assertThat(progress.next(FAR, 1).last()).as("that is proven by now").isEqualTo(40);
  }

  /** The same numbers may belong to other records. */
  @Test
  void positionsOfAnotherOpeningDoNotCount() {
    progress.advanced(PEER, source(PEERS, 10), 10, NO_DAMAGE);
    Batch earlier = new Batch(7, source(PEERS, 10), 10, List.of(new Held(FARS, 40, 8)), 0);
    progress.adopt(PEER, earlier, NO_DAMAGE);
    assertThat(far()).isZero();
    progress.advanced(FAR, source(FARS, 50), 50, NO_DAMAGE);
    assertThat(progress.holds(new Held(FARS, 50, 8), NO_DAMAGE)).isFalse();
  }

  @Test
  void unverifiedPositionsAreNotPassedOn() {
    progress.advanced(FAR, source(FARS, 50), 40, NO_DAMAGE);
    assertThat(progress.held(List.of(PEER, FAR), NO_DAMAGE)).containsExactly(new Held(FARS, 40, 9));
    assertThat(progress.held(List.of(PEER, FAR), 1)).isEmpty();
  }

  @Test
  void aFarFetchDoesNotBlockANearOne() {
    assertThat(progress.claimFetch(Distance.FAR)).isTrue();
    assertThat(progress.claimFetch(Distance.FAR)).isFalse();
    assertThat(progress.claimFetch(Distance.NEAR)).isTrue();
    progress.releaseFetch(Distance.FAR);
    assertThat(progress.claimFetch(Distance.FAR)).isTrue();
  }

  /** A reader must not see the token from before the damage as verified. */
  @Test
  void noReaderSeesTheOldTokenAsVerifiedSinceDamage() throws InterruptedException {
    int rounds = 20_000;
    progress.advanced(FAR, source(FARS, 50), 40, NO_DAMAGE);
    AtomicLong proven = new AtomicLong();
    AtomicLong wrong = new AtomicLong();
    Thread reader =
        Thread.ofPlatform()
            .start(() -> {
              while (proven.get() < rounds) {
                long damage = proven.get() + 1;
                boolean isSaid = !progress.held(List.of(FAR), damage).isEmpty();
                if (isSaid && proven.get() < damage) {
                  wrong.incrementAndGet();
                }
              }
            });
    for (long damage = 1; damage <= rounds; damage++) {
      progress.next(FAR, damage);
      proven.set(damage);
      progress.advanced(FAR, source(FARS, 50), 40, damage);
    }
    reader.join();
    assertThat(wrong.get()).isZero();
  }

  /** The check was before the damage, and another peer has verified the token since. */
  @Test
  void aCheckFromBeforeDamageDoesNotMoveAVerifiedToken() {
    progress.advanced(FAR, source(FARS, 50), 10, NO_DAMAGE);
    progress.next(PEER, 1);
    progress.advanced(PEER, source(PEERS, 10), 10, 1);
    progress.adopt(PEER, answer(FARS, 40), 1);
    progress.advanced(FAR, source(FARS, 50), 50, NO_DAMAGE);
    assertThat(progress.held(List.of(FAR), 1)).containsExactly(new Held(FARS, 40, 9));
    progress.advanced(FAR, source(FARS, 50), 50, 1);
    assertThat(progress.held(List.of(FAR), 1)).containsExactly(new Held(FARS, 50, 9));
  }

  @Test
  void aReplicaThatHasLostRecordsDoesNotBecomeComplete() {
    progress.loseRecords();
    progress.completed();
    assertThat(progress.isComplete()).isFalse();
  }

  /** Its creation time is known, but it may lack any earlier record. */
  @Test
  void anIncompleteReplicaStatesNoTimeInStep() {
    ReplicaProgress fresh =
        new ReplicaProgress(
            false, Map.of(), StalenessCheckTest.fresh(), new Openings(List.of(OPENED)));
    assertThat(fresh.inStepMillis(Distance.NEAR)).isZero();
    fresh.completed();
    assertThat(fresh.inStepMillis(Distance.NEAR)).isPositive();
  }

  @Test
  void savedTokensAreRestored() {
    ReplicaProgress restored =
        new ReplicaProgress(
            true,
            Map.of(PEER, new PeerToken(PEERS, 4, 9)),
            StalenessCheckTest.fresh(),
            new Openings(List.of(new Opening(3, 2))));
    assertThat(restored.of(PEER).token()).isEqualTo(new PeerToken(PEERS, 4, 9));
    assertThat(restored.opening()).isEqualTo(new Opening(3, 2));
    assertThat(restored.hasLostRecords()).isFalse();
    restored.loseRecords();
    assertThat(restored.hasLostRecords()).isTrue();
  }

  @Test
  void anotherStoreWithTheSameLengthIsNotHeld() {
    progress.advanced(FAR, source(FARS, 50), 40, NO_DAMAGE);
    assertThat(progress.holds(new Held(FARS, 40, 9), NO_DAMAGE)).isTrue();
    assertThat(progress.holds(new Held(FARS, 41, 9), NO_DAMAGE)).isFalse();
    assertThat(progress.holds(new Held(FORMER, 40, 9), NO_DAMAGE)).isFalse();
  }

  @Test
  void aPositionFromBeforeDamageConfirmsNothing() {
    progress.advanced(FAR, source(FARS, 50), 40, NO_DAMAGE);
    assertThat(progress.holds(new Held(FARS, 40, 9), 1)).isFalse();
  }

  @Test
  void anUnverifiedPositionIsSavedAsTheFirstOne() {
    progress.advanced(FAR, source(FARS, 50), 40, NO_DAMAGE);
    assertThat(progress.takeUnsaved(1)).containsEntry(FAR, new PeerToken(FARS, 0, 9));
    progress.next(FAR, 1);
    assertThat(progress.takeUnsaved(1)).containsEntry(FAR, new PeerToken(FARS, 0, 9));
    progress.advanced(FAR, source(FARS, 50), 40, 1);
    assertThat(progress.takeUnsaved(1)).containsEntry(FAR, new PeerToken(FARS, 40, 9));
  }

  /** Lost records may be on any peer, so each must be read to its end again. */
  @Test
  void damageIsReadAgainWhenEachPeerWasReadToItsEnd() {
    List<NodeId> both = List.of(PEER, FAR);
    progress.advanced(PEER, source(PEERS, 10), 10, NO_DAMAGE);
    progress.advanced(FAR, source(FARS, 50), 50, NO_DAMAGE);
    assertThat(progress.notReadAgain(both, 1)).as("not asked since").isNotEmpty();
    progress.next(PEER, 1);
    progress.next(FAR, 1);
    progress.advanced(PEER, source(PEERS, 10), 10, 1);
    progress.advanced(FAR, source(FARS, 50), 49, 1);
    assertThat(progress.notReadAgain(both, 1)).as("one record is lacking").isNotEmpty();
    assertThat(progress.notReadAgain(List.of(PEER), 1)).isEmpty();
    progress.advanced(FAR, source(FARS, 50), 50, 1);
    assertThat(progress.notReadAgain(both, 1)).isEmpty();
    assertThat(progress.notReadAgain(both, 2)).as("damage of later").isNotEmpty();
  }

  @Test
  void aPeerNeedsToBeReadToItsEndOnlyOnce() {
    progress.next(PEER, 1);
    progress.advanced(PEER, source(PEERS, 10), 10, 1);
    assertThat(progress.notReadAgain(List.of(PEER), 1)).isEmpty();
    progress.heard(PEER, source(PEERS, 20), 200);
    assertThat(progress.notReadAgain(List.of(PEER), 1)).isEmpty();
  }

  @Test
  void aPeerThatWasNotHeardIsNotReadAgain() {
    NodeId unknown = new NodeId("unknown");
    progress.next(unknown, 1);
    assertThat(progress.of(unknown).isVerified(1)).isTrue();
    assertThat(progress.notReadAgain(List.of(unknown), 1)).isNotEmpty();
  }

  @Test
  void theTimeBeginsWhenDamageIsFirstSeen() {
    assertThat(progress.stuckFor(List.of(), 1, 100)).isEqualTo(Duration.ZERO);
    assertThat(progress.stuckFor(List.of(), 1, 130)).isEqualTo(Duration.ofNanos(30));
    assertThat(progress.stuckFor(List.of(), 2, 140)).isEqualTo(Duration.ZERO);
    assertThat(progress.stuckFor(List.of(), 2, 141)).isEqualTo(Duration.ofNanos(1));
  }

  @Test
  void aPeerThatIsReadFurtherIsNotStuck() {
    progress.heard(PEER, source(PEERS, 20), 200);
    assertThat(progress.stuckFor(List.of(PEER), 1, 100)).isEqualTo(Duration.ZERO);
    assertThat(progress.stuckFor(List.of(PEER), 1, 130)).isEqualTo(Duration.ofNanos(30));
    progress.advanced(PEER, source(PEERS, 20), 7, 1);
    assertThat(progress.stuckFor(List.of(PEER), 1, 140)).isEqualTo(Duration.ZERO);
    assertThat(progress.stuckFor(List.of(PEER), 1, 141)).isEqualTo(Duration.ofNanos(1));
  }

  @Test
  void aConfirmationIsAwaitedFromPeersThatLackTheRecord() {
    progress.acknowledged(PEER.name(), new Acknowledged(6, 0));
    progress.acknowledged(FAR.name(), new Acknowledged(7, 0));
    progress.arrived(7, 100);
    assertThat(progress.confirmed(PEER.name(), 7, 130)).hasValue(30);
    assertThat(progress.confirmed(FAR.name(), 7, 130)).as("had it before").isEmpty();
  }

  @Test
  void onlyTokensThatMovedAreSavedAgain() {
    progress.advanced(PEER, source(PEERS, 10), 10, NO_DAMAGE);
    progress.advanced(FAR, source(FARS, 50), 45, NO_DAMAGE);
    assertThat(progress.takeUnsaved(NO_DAMAGE)).isNotEmpty();
    progress.adopt(PEER, answer(FARS, 40), NO_DAMAGE);
    assertThat(progress.takeUnsaved(NO_DAMAGE)).isEmpty();
    progress.adopt(PEER, answer(FARS, 46), NO_DAMAGE);
    assertThat(progress.takeUnsaved(NO_DAMAGE)).isNotEmpty();
  }

  @Test
  void theLastAcknowledgementOfAPeerCounts() {
    progress.acknowledged(PEER.name(), new Acknowledged(6, 0));
    progress.acknowledged(PEER.name(), new Acknowledged(5, 0));
    assertThat(progress.acknowledgedBy(PEER)).isEqualTo(new Acknowledged(5, 0));
    assertThat(progress.acknowledgedBy(FAR)).isEqualTo(Acknowledged.NONE);
  }

  @Test
  void aTokenIsKeptWhenThePeerIsHeardAgain() {
    progress.advanced(PEER, source(PEERS, 10), 4, NO_DAMAGE);
    progress.heard(PEER, source(PEERS, 12), 200);
    assertThat(progress.of(PEER).token().last()).isEqualTo(4);
    assertThat(progress.of(PEER).target()).as("its first end").isEqualTo(10);
  }

  /** A token of the former store would make a comparison with it count after a restart. */
  @Test
  void tokensAreSavedOnceAPeerHasReplacedItsStoreOrMovedThem() {
    assertThat(progress.takeUnsaved(NO_DAMAGE)).as("first heard").isEmpty();
    progress.heard(PEER, source(PEERS, 11), 200);
    assertThat(progress.takeUnsaved(NO_DAMAGE)).as("the same store").isEmpty();
    progress.advanced(PEER, source(PEERS, 11), 0, NO_DAMAGE);
    assertThat(progress.takeUnsaved(NO_DAMAGE)).as("no record").isEmpty();
    progress.heard(PEER, source(FORMER, 11), 300);
    assertThat(progress.takeUnsaved(NO_DAMAGE)).containsKey(PEER);
    assertThat(progress.takeUnsaved(NO_DAMAGE)).isEmpty();
  }

  @Test
  void theLatestTimeInStepOfAReachedPeerIsProven() {
    assertThat(progress.provenInStepMillis()).isZero();
    Source inStep = new Source(FORMER, 3, 0, true, OPENED, 0, 70);
    progress.heard(PEER, inStep, 200);
    assertThat(progress.provenInStepMillis()).as("its records are missing").isZero();
    progress.advanced(PEER, inStep, 3, NO_DAMAGE);
    assertThat(progress.provenInStepMillis()).isEqualTo(70);
  }

  /** With 5 records at the second opening. */
  private static ReplicaProgress reopened(boolean complete, Map<NodeId, PeerToken> tokens) {
    Openings openings = new Openings(List.of(new Opening(100, 0), new Opening(200, 5)));
    return new ReplicaProgress(complete, tokens, StalenessCheckTest.fresh(), openings);
  }

  @Test
  void aReplicaThatClaimedNothingHasNothingToLose() {
    Map<NodeId, PeerToken> tokens = Map.of(PEER, new PeerToken(PEERS, 3, 9));
    assertThat(reopened(false, Map.of()).provesLoss(100, 6)).isFalse();
    assertThat(reopened(true, Map.of()).provesLoss(100, 6)).isTrue();
    assertThat(reopened(false, tokens).provesLoss(100, 6)).isTrue();
    assertThat(reopened(true, tokens).provesLoss(100, 5)).isFalse();
  }

  /** A pull moves the token on one thread while another one hears where the peer's store ends. */
  @Test
  void twoThreadsLoseNoChangeOfAPeer() throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Thread puller =
        Thread.ofPlatform()
            .start(() -> {
              long last = 0;
              do {
                last++;
                progress.advanced(FAR, source(FARS, 50), last, NO_DAMAGE);
              } while (!over.get());
            });
    long lost = 0;
    for (long end = 1L << 40; end < (1L << 40) + 500_000; end++) {
      progress.heard(FAR, source(FARS, end), end);
      lost += progress.of(FAR).end() == end ? 0 : 1;
    }
    over.set(true);
    puller.join();
    assertThat(lost).isZero();
    assertThat(far()).as("the position of the puller").isPositive();
  }

  @Test
  void aPeerThatNeedNotBeReadAnyMoreDoesNotRestartTheTime() {
    assertThat(progress.stuckFor(List.of(PEER, FAR), 1, 100)).isEqualTo(Duration.ZERO);
    assertThat(progress.stuckFor(List.of(PEER), 1, 130)).isEqualTo(Duration.ofNanos(30));
    assertThat(progress.stuckFor(List.of(PEER, FAR), 1, 140)).isEqualTo(Duration.ofNanos(40));
  }

  /** Otherwise the replica would stop to wait while it reads the records before that position. */
  @Test
  void aPositionFromBeforeTheDamageDoesNotHideThatThePeerIsRead() {
    progress.advanced(PEER, source(PEERS, 10), 10, 1);
    assertThat(progress.stuckFor(List.of(PEER), 1, 100)).isEqualTo(Duration.ZERO);
    progress.next(PEER, 2);
    assertThat(progress.stuckFor(List.of(PEER), 2, 140)).isEqualTo(Duration.ZERO);
    progress.advanced(PEER, source(PEERS, 10), 3, 2);
    assertThat(progress.stuckFor(List.of(PEER), 2, 150)).isEqualTo(Duration.ZERO);
  }
}
