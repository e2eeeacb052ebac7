package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.router.policy.RepeatLimiter.Turn;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RepeatLimiterTest {
  private static final long SPAN = 100;

  private final RepeatLimiter<String> lately = new RepeatLimiter<>(2, Duration.ofNanos(SPAN));

  @Test
  void eachItemIsAdmittedOnceInASpan() {
    assertThat(lately.take("one", 5)).isEqualTo(Turn.NOW);
    assertThat(lately.take("one", 5 + SPAN - 1)).isEqualTo(Turn.DONE);
    assertThat(lately.take("one", 5 + SPAN)).isEqualTo(Turn.NOW);
  }

  @Test
  void aLimitedNumberIsAdmittedInASpan() {
    assertThat(lately.take("one", 0)).isEqualTo(Turn.NOW);
    assertThat(lately.take("two", 10)).isEqualTo(Turn.NOW);
    assertThat(lately.take("three", SPAN - 1)).isEqualTo(Turn.TOO_MANY);
    assertThat(lately.take("three", SPAN)).isEqualTo(Turn.NOW);
    assertThat(lately.take("two", SPAN)).isEqualTo(Turn.DONE);
  }
}
