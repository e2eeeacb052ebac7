package io.aumbry.store.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpeningsTest {
  /** Opened empty at 100, with 10 records at 200, with 20 at 300. */
  private static final Openings GROWN = Openings.NONE.next(100, 0).next(200, 10).next(300, 20);

  @Test
  void aPositionHoldsUpToTheBeginningOfTheFollowingOpening() {
    assertThat(GROWN.current()).isEqualTo(new Opening(300, 20));
    assertThat(GROWN.asOf(300)).isEqualTo(new Opening(300, 20));
    assertThat(GROWN.asOf(200)).isEqualTo(new Opening(300, 20));
    assertThat(GROWN.asOf(100)).isEqualTo(new Opening(300, 10));
  }

  /** Records 6 to 20 were lost, and then 6 to 30 were written. */
  @Test
  void aPositionFromBeforeALossHoldsUpToTheLossHoweverFarTheStoreHasGrown() {
    Openings later = GROWN.next(400, 5).next(500, 30);
    assertThat(later.asOf(300).start()).isEqualTo(5);
    assertThat(later.asOf(200).start()).isEqualTo(5);
    assertThat(later.asOf(400).start()).isEqualTo(30);
  }

  @Test
  void noPositionHoldsUnderAnUnknownOpening() {
    Openings known = Openings.NONE.next(100, 7).next(200, 10);
    assertThat(known.asOf(150).start()).isZero();
    assertThat(known.asOf(300).start()).isZero();
    assertThat(known.asOf(0).start()).isZero();
  }

  @Test
  void noPositionHoldsInAStoreOfUnknownHistory() {
    Openings found = Openings.NONE.next(100, 7);
    assertThat(found.asOf(50).start()).isZero();
    assertThat(found.next(200, 9).asOf(100).start()).isEqualTo(9);
  }

  @Test
  void aPositionBeyondALaterBeginningShowsALoss() {
    Openings lost = GROWN.next(400, 15);
    assertThat(lost.showLoss(300, 15, 0)).isFalse();
    assertThat(lost.showLoss(300, 16, 0)).isTrue();
    assertThat(lost.showLoss(400, 99, 0)).as("the current opening").isFalse();
  }

  @Test
  void aLossStillShowsWhenTheStoreHasGrownPastIt() {
    Openings grown = GROWN.next(400, 15).next(500, 30);
    assertThat(grown.showLoss(300, 16, 0)).isTrue();
    assertThat(grown.showLoss(400, 16, 0)).as("reached after the loss").isFalse();
  }

  /** Records 16 and later were lost, and the replica knew it in opening 400. */
  @Test
  void aKnownLossIsNoNews() {
    Openings healed = GROWN.next(400, 15).next(500, 18);
    assertThat(healed.showLoss(300, 25, 400)).isFalse();
    assertThat(healed.showLoss(200, 25, 400)).isFalse();
    assertThat(healed.next(600, 14).showLoss(300, 25, 400)).as("record 15 is lost").isTrue();
    assertThat(healed.next(600, 17).showLoss(300, 25, 400)).isFalse();
    assertThat(healed.next(600, 17).showLoss(400, 18, 400)).isTrue();
  }

  /**
   * The store is a copy that was made in opening 100. The original had opening 300, which may have
   * begun with fewer records than the copy.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 10, 11})
  void aPositionUnderAnOpeningThatAnOlderCopyLacksShowsALoss(long last) {
    Openings copy = Openings.NONE.next(100, 0).next(500, 10);
    assertThat(copy.lack(300)).isTrue();
    assertThat(copy.showLoss(300, last, 100)).isTrue();
    assertThat(copy.showLoss(300, last, 500)).as("known").isFalse();
  }

  /** The file was lost before the first known opening, or has forgotten earlier ones. */
  @Test
  void anOpeningBeforeAllKnownOnesShowsALossBeyondTheBeginningOfAnyOfThem() {
    Openings known = Openings.NONE.next(100, 7).next(500, 10);
    assertThat(known.lack(50)).isFalse();
    assertThat(known.showLoss(50, 7, 0)).isFalse();
    assertThat(known.showLoss(50, 8, 0)).isTrue();
    assertThat(known.showLoss(50, 8, 100)).as("before the settled opening").isFalse();
  }

  @Test
  void aStoreLacksNoOpeningThatItKnows() {
    assertThat(GROWN.lack(100)).isFalse();
    assertThat(GROWN.lack(200)).isFalse();
    assertThat(GROWN.lack(300)).isFalse();
  }

  /** The disk took no note of opening 200, in which the replica became complete. */
  @Test
  void aLossAfterTheOpeningThatSettledEarlierOnesShowsThoughThatOpeningWasNotNoted() {
    Openings later = Openings.NONE.next(300, 10);
    assertThat(later.showLoss(200, 11, 200)).isTrue();
    assertThat(later.showLoss(200, 10, 200)).isFalse();
    assertThat(later.showLoss(199, 11, 200)).as("before the settled opening").isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 250, 299, 300})
  void namesIncreaseThoughTheClockIsNotAheadOfTheLastOne(long nowMillis) {
    Opening next = GROWN.next(nowMillis, 21).current();
    assertThat(next.millis()).isGreaterThan(300);
    assertThat(next.start()).isEqualTo(21);
  }

  @Test
  void aNameIsTheTimeIfThatIsLaterThanTheLastName() {
    assertThat(GROWN.next(301, 21).current().millis()).isEqualTo(301);
  }

  /** Otherwise positions in records that the copy lacks would pass for its own. */
  @Test
  void anOlderCopyHasNoNameOfAnotherHistoryThoughTheClockIsBehindItsNames() {
    Openings original = GROWN.next(250, 30);
    Openings copy = GROWN.next(260, 15);
    assertThat(copy.current().millis()).isNotEqualTo(original.current().millis());
    assertThat(copy.showLoss(original.current().millis(), 30, 0)).isTrue();
  }

  @Test
  void theNumberOfOpeningsIsBounded() {
    Openings many = GROWN.next(400, 5);
    for (int i = 1; i <= Openings.MOST; i++) {
      many = many.next(400 + i, 5 + i);
    }
    assertThat(many.known()).hasSize(Openings.MOST);
    assertThat(many.known().getFirst()).isEqualTo(new Opening(401, 6));
    assertThat(many.asOf(300).start()).as("an opening that was forgotten").isZero();
    assertThat(many.lack(300)).isFalse();
    assertThat(many.asOf(401).start()).isEqualTo(7);
  }
}
