package io.aumbry.server.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RebuildAttemptsTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void theFirstAttemptIsImmediateAndPausesDoubleUpToALimit() {
    List<Long> pauses = new ArrayList<>();
    RebuildAttempts attempts = RebuildAttempts.none(7);
    assertThat(attempts.isDue(7, RebuildConfig.FIRST_PAUSE)).isTrue();
    long now = 7;
    for (int i = 0; i < 9; i++) {
      attempts = attempts.again(now);
      long last = now;
      while (!attempts.isDue(now, RebuildConfig.FIRST_PAUSE)) {
        now += SECOND;
      }
      pauses.add((now - last) / SECOND);
    }
    assertThat(pauses).containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 320L, 320L, 320L);
  }

  @Test
  void attemptsAreForgottenAfterTenMinutes() {
    RebuildAttempts attempts = RebuildAttempts.none(0).again(0);
    assertThat(attempts.isForgotten(599 * SECOND, RebuildConfig.FIRST_PAUSE)).isFalse();
    assertThat(attempts.isForgotten(600 * SECOND, RebuildConfig.FIRST_PAUSE)).isTrue();
  }
}
