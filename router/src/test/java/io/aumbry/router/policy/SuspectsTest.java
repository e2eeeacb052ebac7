package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SuspectsTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void suspicionEndsByTimeOrBySuccess() {
    Suspects<String> suspects = new Suspects<>(Duration.ofSeconds(5));
    suspects.failed("a", 0);
    suspects.failed("b", 0);
    suspects.succeeded("b");
    assertThat(suspects.isSuspect("a", 4 * SECOND)).isTrue();
    assertThat(suspects.isSuspect("a", 5 * SECOND)).isFalse();
    assertThat(suspects.isSuspect("b", SECOND)).isFalse();
    assertThat(suspects.isSuspect("c", SECOND)).isFalse();
  }
}
