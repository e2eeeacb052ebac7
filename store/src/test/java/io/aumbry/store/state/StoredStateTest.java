package io.aumbry.store.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The laws of the merge on random states, and its meaning for a life. */
final class StoredStateTest {
  private static final int ROUNDS = 100_000;

  private final SplittableRandom random = new SplittableRandom(7);

  /** Few values of each kind, so that equal values occur. */
  private StoredState any() {
    StoredState put = StoredState.put(random.nextInt(4), 10 + random.nextInt(3));
    StoredState state = put;
    for (int i = random.nextInt(3); i > 0; i--) {
      state = state.undelete(random.nextInt(4));
    }
    return switch (random.nextInt(4)) {
      case 0 -> put;
      case 1 -> state;
      case 2 -> state.delete(random.nextInt(4));
      default -> state.keepForever();
    };
  }

  @Test
  void theOrderOfTwoDoesNotMatter() {
    for (int i = 0; i < ROUNDS; i++) {
      StoredState a = any();
      StoredState b = any();
      assertThat(a.merge(b)).isEqualTo(b.merge(a));
    }
  }

  @Test
  void theGroupingOfThreeDoesNotMatter() {
    for (int i = 0; i < ROUNDS; i++) {
      StoredState a = any();
      StoredState b = any();
      StoredState c = any();
      assertThat(a.merge(b).merge(c)).isEqualTo(a.merge(b.merge(c)));
    }
  }

  @Test
  void mergingAgainChangesNothing() {
    for (int i = 0; i < ROUNDS; i++) {
      StoredState a = any();
      StoredState merged = a.merge(any());
      assertThat(merged.merge(a)).isEqualTo(merged);
      assertThat(merged.merge(merged)).isEqualTo(merged);
    }
  }

  @Test
  void anyOrderWithRepeatsGivesTheSameState() {
    for (int round = 0; round < 2000; round++) {
      List<StoredState> records = new ArrayList<>();
      for (int i = random.nextInt(1, 9); i > 0; i--) {
        records.add(any());
      }
      StoredState expected = records.stream().reduce(StoredState::merge).orElseThrow();
      StoredState seen = records.get(random.nextInt(records.size()));
      for (int i = 0; i < 60; i++) {
        seen = seen.merge(records.get(random.nextInt(records.size())));
      }
      for (StoredState record : records.reversed()) {
        seen = seen.merge(record);
      }
      assertThat(seen).isEqualTo(expected);
    }
  }

  @Test
  void aLifeEndsOnceAndTheNextLifeSupersedesIt() {
    StoredState put = StoredState.put(1, 100);
    StoredState deleted = put.merge(put.delete(2));
    assertThat(deleted).isEqualTo(new StoredState(0, true, 2, 100));
    assertThat(deleted.merge(put)).isEqualTo(deleted);
    StoredState alive = deleted.merge(deleted.undelete(3));
    assertThat(alive).isEqualTo(new StoredState(1, false, 3, 100));
    assertThat(alive.merge(put.delete(9))).isEqualTo(alive);
    StoredState gone = alive.merge(alive.delete(4));
    assertThat(gone).isEqualTo(new StoredState(1, true, 4, 100));
  }

  @Test
  void anExpiryIsOnlyEverExtended() {
    StoredState put = StoredState.put(1, 100);
    StoredState kept = put.merge(put.keepForever());
    assertThat(kept.expiryMillis()).isEqualTo(Expiry.NEVER);
    assertThat(kept.merge(put).expiryMillis()).isEqualTo(Expiry.NEVER);
    assertThat(kept.merge(put.delete(2))).isEqualTo(new StoredState(0, true, 2, Expiry.NEVER));
    assertThat(put.delete(2).merge(put).expiryMillis()).isEqualTo(100);
  }

  /** Compaction drops a record of an older life than the merge of all records. */
  @Test
  void aLifeIsOlderThanItsEndAndEveryLaterLifeAndNotOlderThanItself() {
    StoredState put = StoredState.put(5, 100);
    StoredState deleted = put.delete(2);
    StoredState deletedLater = put.delete(3);
    StoredState next = deleted.undelete(1);
    List<StoredState> inOrder = List.of(put, deleted, deletedLater, next, next.delete(0));
    for (int i = 0; i < inOrder.size(); i++) {
      for (int j = 0; j < inOrder.size(); j++) {
        assertThat(inOrder.get(i).isOlderLifeThan(inOrder.get(j))).isEqualTo(i < j);
      }
    }
  }

  @Test
  void aBlobExpiresAtItsExpiryAndNotBefore() {
    StoredState put = StoredState.put(1, 100);
    assertThat(put.isExpiredAt(99)).isFalse();
    assertThat(put.isExpiredAt(100)).isTrue();
    assertThat(put.keepForever().isExpiredAt(Long.MAX_VALUE - 1)).isFalse();
  }

  @Test
  void readersGetTheStateOfTheBlob() {
    assertThat(new StoredState(3, true, 7, 100).toBlobState())
        .isEqualTo(new BlobState(3, true, 100));
  }

  @Test
  void timesBefore1970AndUnknownLivesAreRefused() {
    assertThat(new StoredState(0, false, 0, 0).changedMillis()).isZero();
    for (long[] times : new long[][] {{-1, 0}, {0, -1}}) {
      assertThatThrownBy(() -> new StoredState(0, false, times[0], times[1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (int life : new int[] {-1, BlobState.FINAL_LIFE + 1}) {
      assertThatThrownBy(() -> new StoredState(life, false, 0, 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
    StoredState last = new StoredState(BlobState.FINAL_LIFE, true, 0, 0);
    assertThatThrownBy(() -> last.undelete(1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void onlyADeleteInTheLastLifeIsFinal() {
    assertThat(new StoredState(BlobState.FINAL_LIFE, true, 1, 0).isFinal()).isTrue();
    assertThat(new StoredState(BlobState.LAST_LIFE, true, 1, 0).isFinal()).isFalse();
    assertThat(new StoredState(BlobState.FINAL_LIFE, false, 1, 0).isFinal()).isFalse();
    assertThat(StoredState.put(1, 2).delete(3).isFinal()).isFalse();
  }

  @Test
  void onlyADeleteInOneOfTheLastLivesIsIrrevocable() {
    assertThat(new StoredState(BlobState.IRREVOCABLE_LIFE, true, 1, 0).isIrrevocable()).isTrue();
    assertThat(new StoredState(BlobState.FINAL_LIFE, true, 1, 0).isIrrevocable()).isTrue();
    assertThat(new StoredState(BlobState.IRREVOCABLE_LIFE - 1, true, 1, 0).isIrrevocable())
        .isFalse();
    assertThat(new StoredState(BlobState.FINAL_LIFE, false, 1, 0).isIrrevocable()).isFalse();
    assertThat(StoredState.put(1, 2).delete(3).isIrrevocable()).isFalse();
  }
}
