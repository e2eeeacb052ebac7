package io.aumbry.store.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Expiry;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CountedUntilTest {
  private static final long HOUR = 3_600_000;
  private static final long YEAR = 8766 * HOUR;

  private final SplittableRandom random = new SplittableRandom(1);

  private BlobId madeAt(long millis) {
    BlobId.Owner owner = new BlobId.Owner(1, 101, 5, false);
    return BlobId.create(owner, BlobKind.SIMPLE, 7, millis, random);
  }

  @Test
  void aBlobIsNotLeftOutBeforeItExpiresAndNotCountedLongAfterwards() {
    for (int i = 0; i < 100_000; i++) {
      long created = 1_800_000_000_000L + random.nextLong(YEAR);
      long toLive = random.nextLong(1L << random.nextInt(1, 42));
      long over = CountedUntil.of(madeAt(created), created + toLive) - (created + toLive);
      assertThat(over).isBetween(0L, Math.clamp(toLive / 32, HOUR, 16 * HOUR));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 3600000", "3600000, 3600000", "3600001, 7200000", "0, 0", "-5, 0"})
  void aBlobOfTheFirstHourEndsWithAnHour(long expiry, long end) {
    assertThat(CountedUntil.of(madeAt(0), Math.max(0, expiry))).isEqualTo(end);
  }

  @Test
  void aBlobThatDoesNotExpireIsCountedForEver() {
    assertThat(CountedUntil.of(madeAt(1_800_000_000_000L), Expiry.NEVER)).isEqualTo(Expiry.NEVER);
    assertThat(CountedUntil.of(madeAt(0), Expiry.NEVER - 1)).isEqualTo(Expiry.NEVER);
  }

  /** Blobs that live at the same time. */
  @ParameterizedTest
  @ValueSource(longs = {1, 30, 31, 63, 64, 100, 720, 1023})
  void aTimeToLiveOfUpTo42DaysHasAtMost65Counters(long hours) {
    Set<Long> ends = new HashSet<>();
    long first = 1_800_000_000_000L;
    for (int i = 0; i <= 100_000; i++) {
      long created = first + hours * HOUR * i / 100_000;
      ends.add(CountedUntil.of(madeAt(created), created + hours * HOUR));
    }
    assertThat(ends).hasSizeLessThanOrEqualTo(65);
  }

  @Test
  void allTimesToLiveUpToAYearHaveAtMost700Counters() {
    Set<Long> ends = new HashSet<>();
    long now = 1_800_000_000_000L;
    for (long expiry = now; expiry < now + YEAR; expiry += HOUR / 2) {
      for (long lived = 0; expiry - now + lived <= YEAR; lived = 2 * lived + HOUR) {
        ends.add(CountedUntil.of(madeAt(now - lived), expiry));
      }
    }
    assertThat(ends).hasSizeLessThanOrEqualTo(700);
  }
}
