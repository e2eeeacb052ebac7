package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PeerProgressTest {
  private static final UUID STORE = new UUID(1, 1);
  private static final UUID OTHER = new UUID(2, 2);

  private static final long ASKED = 1_000;

  private static final long OPENED = 7;

  private static Source store(UUID id, long end) {
    return store(id, end, new Opening(OPENED, 0));
  }

  private static Source store(UUID id, long end, Opening opening) {
    return new Source(id, end, 10 * end, false, opening, 0, 0);
  }

  private static PeerToken token(UUID store, long last) {
    return new PeerToken(store, last, OPENED);
  }

  @Test
  void aPeerThatWasNotHeardIsNotCaughtUpWith() {
    assertThat(PeerProgress.NONE.isCaughtUp()).isFalse();
    assertThat(PeerProgress.restored(token(STORE, 9)).isCaughtUp()).isFalse();
  }

  @Test
  void anEmptyPeerIsCaughtUpWithOnceItIsHeard() {
    assertThat(PeerProgress.NONE.hear(store(STORE, 0), ASKED).isCaughtUp()).isTrue();
  }

  @Test
  void theTargetIsTheFirstStatedEnd() {
    PeerProgress progress =
        PeerProgress.NONE
            .hear(store(STORE, 10), ASKED)
            .hear(store(STORE, 50), ASKED)
            .advance(store(STORE, 10), 9, 0);
    assertThat(progress.isCaughtUp()).isFalse();
    assertThat(progress.lag()).isEqualTo(41);
    assertThat(progress.lagBytes()).as("as the peer has said").isEqualTo(500);
    assertThat(progress.advance(store(STORE, 10), 50, 0).lagBytes()).isZero();
    assertThat(progress.advance(store(STORE, 10), 10, 0).isCaughtUp()).isTrue();
  }

  @Test
  void aSavedTokenCountsForTheSameStoreOnly() {
    PeerProgress kept = PeerProgress.restored(token(STORE, 9));
    assertThat(kept.hear(store(STORE, 9), ASKED).isCaughtUp()).isTrue();
    assertThat(kept.hear(store(OTHER, 9), ASKED).isCaughtUp()).isFalse();
    assertThat(kept.hear(store(OTHER, 9), ASKED).token()).isEqualTo(token(OTHER, 0));
  }

  @Test
  void aStoreThatEndsBeforeTheTokenIsPulledFromTheStart() {
    PeerProgress progress =
        PeerProgress.NONE
            .hear(store(STORE, 10), ASKED)
            .advance(store(STORE, 10), 10, 0)
            .hear(store(STORE, 8), ASKED);
    assertThat(progress.token()).isEqualTo(token(STORE, 0));
    assertThat(progress.isCaughtUp()).isFalse();
  }

  /** After that opening it may have given the same numbers to other records. */
  @Test
  void anOpeningThatBeganBeforeTheTokenIsPulledFromTheStart() {
    PeerProgress progress =
        PeerProgress.NONE.hear(store(STORE, 10), ASKED).advance(store(STORE, 10), 10, 0);
    PeerProgress kept = progress.hear(store(STORE, 12, new Opening(8, 10)), ASKED);
    assertThat(kept.token()).isEqualTo(new PeerToken(STORE, 10, 8));
    assertThat(kept.isCaughtUp()).isTrue();
    PeerProgress lost = progress.hear(store(STORE, 12, new Opening(8, 9)), ASKED);
    assertThat(lost.token()).isEqualTo(new PeerToken(STORE, 0, 8));
    assertThat(lost.isCaughtUp()).isFalse();
  }

  @Test
  void recordsOfAReplacedStoreDoNotMoveTheToken() {
    PeerProgress progress =
        PeerProgress.NONE.hear(store(OTHER, 10), ASKED).advance(store(STORE, 10), 10, 0);
    assertThat(progress.token()).isEqualTo(token(OTHER, 0));
  }

  @Test
  void aReplicaIsInStepAsOfTheRequestThatStatedTheReachedEnd() {
    PeerProgress progress = PeerProgress.NONE.hear(store(STORE, 10), 100);
    assertThat(progress.inSyncMillis()).isEmpty();
    PeerProgress later = progress.advance(store(STORE, 10), 9, 0).hear(store(STORE, 20), 200);
    assertThat(later.inSyncMillis()).isEmpty();
    assertThat(later.advance(store(STORE, 10), 10, 0).inSyncMillis()).hasValue(100);
    PeerProgress again = later.advance(store(STORE, 10), 10, 0).hear(store(STORE, 20), 300);
    assertThat(again.inSyncMillis()).as("10 to 20 are not here").hasValue(100);
    assertThat(again.advance(store(STORE, 10), 20, 0).inSyncMillis()).hasValue(300);
    assertThat(again.advance(store(STORE, 10), 20, 0).hear(store(STORE, 20), 400).inSyncMillis())
        .hasValue(400);
  }

  /** The peer's time in step advances while its records arrive. */
  @Test
  void aReplicaIsInStepAsOfThePeersTimeOnceItsRecordsAreHere() {
    PeerProgress progress =
        PeerProgress.NONE
            .hear(inStep(10, 70), 100)
            .advance(store(STORE, 10), 9, 0)
            .hear(inStep(20, 80), 200);
    assertThat(progress.inStepMillis()).isZero();
    PeerProgress first = progress.advance(store(STORE, 10), 10, 0);
    assertThat(first.inStepMillis()).isEqualTo(70);
    PeerProgress second = first.hear(inStep(20, 90), 300);
    assertThat(second.inStepMillis()).isEqualTo(70);
    assertThat(second.advance(store(STORE, 10), 20, 0).inStepMillis()).isEqualTo(90);
    assertThat(second.hear(store(OTHER, 5), 400).inStepMillis())
        .as("those records are still here")
        .isEqualTo(70);
    assertThat(second.again(1).inStepMillis()).isEqualTo(70);
    assertThat(second.advance(store(STORE, 10), 20, 0).hear(inStep(20, 60), 400).inStepMillis())
        .isEqualTo(90);
  }

  private static Source inStep(long end, long inStepMillis) {
    return new Source(STORE, end, 0, true, new Opening(OPENED, 0), 0, inStepMillis);
  }

  @Test
  void theEndOfAReplacedStoreIsNotAwaited() {
    PeerProgress progress =
        PeerProgress.NONE.hear(store(STORE, 10), 100).hear(store(OTHER, 5), 200);
    assertThat(progress.advance(store(OTHER, 10), 4, 0).inSyncMillis()).isEmpty();
    assertThat(progress.advance(store(OTHER, 10), 5, 0).inSyncMillis()).hasValue(200);
  }

  @Test
  void bytesAfterTheTokenAreTheStatedOnesUntilAllRecordsAreHere() {
    PeerProgress progress = PeerProgress.NONE.hear(store(STORE, 10), ASKED);
    assertThat(progress.lagBytes()).isEqualTo(100);
    assertThat(progress.advance(store(STORE, 10), 10, 0).lagBytes()).isZero();
  }

  @Test
  void aCheckAfterTheVerifiedDamageMovesTheToken() {
    PeerProgress progress = PeerProgress.NONE.hear(store(STORE, 10), ASKED).again(3);
    assertThat(progress.advance(store(STORE, 10), 10, 2).token().last()).isZero();
    assertThat(progress.advance(store(STORE, 10), 10, 3).token().last()).isEqualTo(10);
  }

  /** The peer may have more records now than when the token was saved. */
  @Test
  void aSavedTokenIsCaughtUpAtThePresentEndOfThePeer() {
    PeerProgress kept = PeerProgress.restored(token(STORE, 9)).hear(store(STORE, 12), ASKED);
    assertThat(kept.isCaughtUp()).isFalse();
    assertThat(kept.advance(store(STORE, 10), 12, 0).isCaughtUp()).isTrue();
  }

  @Test
  void aReplacedStoreHasItsOwnTarget() {
    PeerProgress progress =
        PeerProgress.NONE.hear(store(STORE, 10), ASKED).hear(store(OTHER, 50), ASKED);
    assertThat(progress.advance(store(OTHER, 10), 10, 0).isCaughtUp()).isFalse();
    assertThat(progress.advance(store(OTHER, 10), 50, 0).isCaughtUp()).isTrue();
  }

  @Test
  void aLateAnswerDoesNotMoveTheTokenBack() {
    PeerProgress progress =
        PeerProgress.NONE.hear(store(STORE, 10), ASKED).advance(store(STORE, 10), 9, 0);
    assertThat(progress.advance(store(STORE, 10), 4, 0).token().last()).isEqualTo(9);
    assertThat(progress.adopt(new Held(STORE, 4, OPENED), 0).token().last()).isEqualTo(9);
  }

  @Test
  void aTokenIsWithinAPositionOfTheSameOrALaterOpening() {
    PeerToken token = token(STORE, 9);
    assertThat(token.isWithin(new Held(STORE, 9, OPENED))).isTrue();
    assertThat(token.isWithin(new Held(STORE, 10, OPENED + 1))).isTrue();
    assertThat(token.isWithin(new Held(STORE, 8, OPENED))).isFalse();
    assertThat(token.isWithin(new Held(STORE, 9, OPENED - 1))).isFalse();
    assertThat(token.isWithin(new Held(OTHER, 9, OPENED))).isFalse();
  }

  @Test
  void positionsAreNeverNegativeNorReversed() {
    assertThatThrownBy(() -> token(STORE, -1)).isInstanceOf(IllegalArgumentException.class);
  }

  /** The first answer ends at 10, of which record 4 is here. */
  private static PeerProgress waiting() {
    return PeerProgress.NONE.hear(store(STORE, 10), ASKED).advance(store(STORE, 10), 4, 0);
  }

  private static Opening later(long start) {
    return new Opening(OPENED + 1, start);
  }

  @Test
  void aRestartOfThePeerDoesNotEndTheWaitForItsRecords() {
    Source after = store(STORE, 20, later(10));
    PeerProgress progress = waiting().hear(after, ASKED + 1).advance(after, 10, 0);
    assertThat(progress.inSyncMillis()).hasValue(ASKED);
  }

  /** Other records may have the numbers 9 and 10 after the restart. */
  @Test
  void aReplicaIsNotInStepByRecordsThatThePeerHasLost() {
    Source after = store(STORE, 20, later(8));
    PeerProgress progress = waiting().hear(after, ASKED + 1).advance(after, 10, 0);
    assertThat(progress.inSyncMillis()).isEmpty();
    assertThat(progress.advance(after, 20, 0).inSyncMillis()).hasValue(ASKED + 1);
  }

  /** Otherwise it would wait until the peer has as many records again. */
  @Test
  void aReplicaIsCaughtUpWithoutRecordsThatThePeerHasLost() {
    Source after = store(STORE, 8, later(8));
    PeerProgress progress = waiting().hear(after, ASKED + 1);
    assertThat(progress.isCaughtUp()).isFalse();
    assertThat(progress.advance(after, 8, 0).isCaughtUp()).isTrue();
  }

  @Test
  void aReplicaIsNotInStepByAVectorOfALaterOpening() {
    assertThat(waiting().adopt(new Held(STORE, 12, OPENED), 0).inSyncMillis()).hasValue(ASKED);
    PeerProgress later = waiting().adopt(new Held(STORE, 12, OPENED + 1), 0);
    assertThat(later.token().last()).isEqualTo(12);
    assertThat(later.inSyncMillis()).isEmpty();
  }
}
