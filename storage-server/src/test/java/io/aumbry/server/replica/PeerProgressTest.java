package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class PeerProgressTest {
  private static final UUID STORE = new UUID(1, 1);
  private static final UUID OTHER = new UUID(2, 2);

  @Test
  void aPeerThatWasNotHeardOfIsNeverCaughtUpWith() {
    assertThat(PeerProgress.NONE.isCaughtUp()).isFalse();
    assertThat(PeerProgress.restored(new PeerToken(STORE, 9)).isCaughtUp()).isFalse();
  }

  @Test
  void anEmptyPeerIsCaughtUpWithWhenItIsHeardOf() {
    assertThat(PeerProgress.NONE.hear(STORE, 0).isCaughtUp()).isTrue();
  }

  @Test
  void theTargetIsWhatThePeerHadFirstAndDoesNotMove() {
    PeerProgress progress = PeerProgress.NONE.hear(STORE, 10).hear(STORE, 50).advance(STORE, 9);
    assertThat(progress.isCaughtUp()).isFalse();
    assertThat(progress.lag()).isEqualTo(41);
    assertThat(progress.advance(STORE, 10).isCaughtUp()).isTrue();
  }

  @Test
  void aTokenThatWasKeptCountsForTheSameStoreOnly() {
    PeerProgress kept = PeerProgress.restored(new PeerToken(STORE, 9));
    assertThat(kept.hear(STORE, 9).isCaughtUp()).isTrue();
    assertThat(kept.hear(OTHER, 9).isCaughtUp()).isFalse();
    assertThat(kept.hear(OTHER, 9).token()).isEqualTo(new PeerToken(OTHER, 0));
  }

  @Test
  void aStoreThatEndsBeforeWhatWasHadOfItIsStartedOver() {
    PeerProgress progress = PeerProgress.NONE.hear(STORE, 10).advance(STORE, 10).hear(STORE, 8);
    assertThat(progress.token()).isEqualTo(new PeerToken(STORE, 0));
    assertThat(progress.isCaughtUp()).isFalse();
  }

  @Test
  void recordsOfAFormerStoreDoNotAdvance() {
    PeerProgress progress = PeerProgress.NONE.hear(OTHER, 10).advance(STORE, 10);
    assertThat(progress.token()).isEqualTo(new PeerToken(OTHER, 0));
  }
}
