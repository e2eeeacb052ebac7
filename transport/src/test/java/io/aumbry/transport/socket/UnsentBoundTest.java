package io.aumbry.transport.socket;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnsentBoundTest {
  private static final int KIB = 1024;
  private static final int MOST = 4 << 20;

  /** If the bytes exceed the bound by this margin, the socket may have run dry. */
  private static final int MARGIN = 65 * KIB;

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;

  private final UnsentBound bound = new UnsentBound(MOST, 0);
  private long now;
  private long taken;
  private int changes;

  /** The socket is full again after the line has sent {@code bytes}. */
  private void fill(long bytes, long nanos) {
    now += nanos;
    taken += bytes;
    bound.full(taken, now);
    settle();
  }

  private void settle() {
    if (bound.settle(now)) {
      changes++;
    }
  }

  /** A line that is refilled whenever half of the bound is left. */
  private void drain(long bytesPerSecond, long nanos) {
    for (long end = now + nanos; now < end; ) {
      long half = bound.bytes() / 2;
      fill(half, half * SECOND / bytesPerSecond);
    }
  }

  /** The line sends bytes as fast as they arrive. */
  private void runDry(int times) {
    for (int i = 0; i < times; i++) {
      now += MILLI;
      bound.tookAll(bound.bytes() + MARGIN);
      settle();
    }
  }

  @Test
  void theFirstBoundIsInBetween() {
    assertThat(bound.bytes()).isEqualTo(256 * KIB);
    assertThat(new UnsentBound(100_000, 0).bytes()).isEqualTo(100_000);
  }

  @ParameterizedTest
  @CsvSource({
    "1000000, 64",
    "12500000, 64",
    "31000000, 64",
    "60000000, 128",
    "125000000, 256",
    "310000000, 512",
    "1250000000, 2048",
    "5000000000, 4096"
  })
  void itIsWhatTheLineTakesInTwoMilliseconds(long bytesPerSecond, int kibibytes) {
    drain(bytesPerSecond, 5 * SECOND);
    assertThat(bound.bytes()).isEqualTo(kibibytes * KIB);

    runDry(100);
    assertThat(bound.bytes()).isEqualTo(MOST);
    drain(bytesPerSecond, 60 * SECOND);
    assertThat(bound.bytes()).isEqualTo(kibibytes * KIB);
  }

  @Test
  void aFastLineIsKnownWithinMilliseconds() {
    drain(12_500_000, 5 * SECOND);
    assertThat(bound.bytes()).isEqualTo(64 * KIB);
    drain(2_000_000_000, 5 * MILLI);
    assertThat(bound.bytes()).isEqualTo(MOST);
  }

  @Test
  void itDoublesWhenTheSocketOftenRunsDry() {
    runDry(2);
    assertThat(bound.bytes()).isEqualTo(256 * KIB);
    runDry(1);
    assertThat(bound.bytes()).isEqualTo(512 * KIB);
    runDry(3);
    assertThat(bound.bytes()).isEqualTo(1024 * KIB);
    bound.tookAll(3 * 1024 * KIB);
    settle();
    assertThat(bound.bytes()).as("much at once").isEqualTo(2048 * KIB);
  }

  /** A socket that runs dry because the loop is late says nothing about the line. */
  @Test
  void aBusyLoopIsNotMistakenForANarrowLine() {
    for (int i = 0; i < 1000; i++) {
      fill(bound.bytes() + MARGIN, 20 * MILLI);
    }
    assertThat(bound.bytes()).isEqualTo(MOST);
  }

  @Test
  void theFastestOfManyRatesCounts() {
    for (int i = 0; i < 100; i++) {
      drain(10_000_000, 30 * MILLI);
      drain(125_000_000, 10 * MILLI);
    }
    assertThat(bound.bytes()).isEqualTo(256 * KIB);
    assertThat(changes).isZero();
  }

  @Test
  void itFallsStepByStep() {
    drain(2_000_000_000, 5 * MILLI);
    drain(12_500_000, 400 * MILLI);
    assertThat(bound.bytes()).isGreaterThan(64 * KIB);
    drain(12_500_000, 10 * SECOND);
    assertThat(bound.bytes()).isEqualTo(64 * KIB);
  }

  /** An idle time says nothing about the line. */
  @Test
  void aPauseIsNotMistakenForASlowLine() {
    for (int i = 0; i < 1000; i++) {
      fill(0, 0);
      fill(128 * KIB, MILLI);
      bound.idle();
      now += 50 * MILLI;
      settle();
    }
    assertThat(bound.bytes()).isEqualTo(256 * KIB);
  }

  @Test
  void aLineThatIsNeverFullIsForgotten() {
    drain(2_000_000_000, 5 * MILLI);
    for (int i = 0; i < 100; i++) {
      now += 100 * MILLI;
      bound.tookAll(4096);
      settle();
    }
    assertThat(bound.bytes()).isEqualTo(256 * KIB);

    drain(12_500_000, 5 * SECOND);
    for (int i = 0; i < 100; i++) {
      now += SECOND;
      settle();
    }
    assertThat(bound.bytes()).as("not above where it was").isEqualTo(64 * KIB);
  }

  /** 185 MB/s is halfway between 256 and 512 KiB. */
  @Test
  void aLineBetweenTwoBoundsChangesTheBoundSeldom() {
    for (int i = 0; i < 100; i++) {
      drain(180_000_000, 50 * MILLI);
      drain(190_000_000, 50 * MILLI);
    }
    assertThat(changes).isLessThanOrEqualTo(1);
  }
}
