package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.Expiry;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class GarbageByAgeTest {
  private final GarbageByAge endings = new GarbageByAge();

  @Test
  void bytesCountFromTheirTimeOn() {
    endings.add(300, 3);
    endings.add(100, 1);
    endings.add(200, 2);
    endings.add(100, 10);
    endings.add(Expiry.NEVER, 1000);
    assertThat(endings.upTo(99)).isZero();
    assertThat(endings.upTo(100)).isEqualTo(11);
    assertThat(endings.upTo(299)).isEqualTo(13);
    assertThat(endings.total()).isEqualTo(16);
  }

  @Test
  void manyTimesAreRoundedUpAndNoByteIsLost() {
    SplittableRandom random = new SplittableRandom(3);
    long[] times = random.longs(1000, 0, 1_000_000).sorted().toArray();
    for (long time : times) {
      endings.add(time, 8);
    }
    assertThat(endings.total()).isEqualTo(8000);
    for (long now = 0; now < 1_000_000; now += 1000) {
      long at = now;
      long exact = 8 * Arrays.stream(times).filter(time -> time <= at).count();
      assertThat(endings.upTo(now)).isBetween(Math.max(0, exact - 1000), exact);
    }
  }

  @Test
  void thirtyTwoTimesAreExact() {
    for (int time = 1; time <= 32; time++) {
      endings.add(time, 1);
    }
    for (int time = 1; time <= 32; time++) {
      assertThat(endings.upTo(time)).isEqualTo(time);
    }
  }

  @Test
  void everyTimeExceptNeverCounts() {
    endings.add(Expiry.NEVER - 1, 5);
    assertThat(endings.total()).isEqualTo(5);
    endings.add(Expiry.NEVER, 7);
    assertThat(endings.total()).isEqualTo(5);
  }
}
