package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.aumbry.tests.cluster.RequestTimes.Tail;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Comparisons of the slowest requests of two phases. */
class RequestTimesTest {
  private static final int REQUESTS = 30_000;

  private final RequestTimes times = new RequestTimes();

  /** Times that are distributed exponentially, with a mean in milliseconds. */
  private Tail tail(int seed, int requests, double mean) {
    Random random = new Random(seed);
    for (int i = 0; i < requests; i++) {
      times.answered(Math.round(-Math.log(1 - random.nextDouble()) * mean * 1e6));
    }
    return times.take().tail();
  }

  @Test
  void theTrueTailLiesBetweenTheBounds() {
    double exact = -Math.log(0.001) * 10;
    int outside = 0;
    for (int seed = 0; seed < 100; seed++) {
      Tail tail = tail(seed, REQUESTS, 10);
      outside += tail.lowMillis() <= exact && exact <= tail.highMillis() ? 0 : 1;
    }
    assertThat(outside).isLessThanOrEqualTo(4);
  }

  @Test
  void theBoundsAreThoseOfTheirRanks() {
    for (int millis = 1; millis <= REQUESTS; millis++) {
      times.answered(millis * 1_000_000L);
    }
    Tail tail = times.take().tail();
    assertThat(tail.lowMillis()).isCloseTo(REQUESTS - 44, within(30.0));
    assertThat(tail.highMillis()).isCloseTo(REQUESTS - 16, within(30.0));
  }

  @Test
  void aTailThatIsThreeTimesAsLongExceedsTwiceTheOther() {
    for (int seed = 0; seed < 20; seed++) {
      Tail quiet = tail(seed, REQUESTS, 10);
      assertThat(tail(1_000 + seed, REQUESTS, 30).exceeds(2, quiet)).isTrue();
      assertThat(tail(2_000 + seed, REQUESTS, 20).exceeds(2, quiet)).isFalse();
    }
  }

  @Test
  void tooFewRequestsShowNothing() {
    Tail quiet = tail(1, Tail.ENOUGH - 1, 10);
    assertThat(quiet.highMillis()).isInfinite();
    assertThat(tail(2, REQUESTS, 1_000).exceeds(2, quiet)).isFalse();
    assertThat(new RequestTimes().take().tail().lowMillis()).isZero();
  }
}
