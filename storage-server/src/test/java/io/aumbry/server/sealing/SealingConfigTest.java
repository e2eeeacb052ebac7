package io.aumbry.server.sealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SealingConfigTest {
  private static final SealingConfig RULE = SealingConfig.defaults();

  @ParameterizedTest
  @CsvSource({
    "false, 0, 1000, false",
    "false, 949, 1000, false",
    "false, 950, 1000, true",
    "true, 949, 1000, true",
    "true, 851, 1000, true",
    "true, 850, 1000, false",
    "false, 851, 1000, false",
    "false, 2000, 1000, true",
    "false, 0, 0, true",
  })
  void replicasAreSealedAt95PercentAndStaySoDownTo85(
      boolean before, long used, long capacity, boolean sealed) {
    assertThat(RULE.isSealed(before, used, capacity)).isEqualTo(sealed);
  }

  @Test
  void boundsAreChecked() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new SealingConfig(85, 85, second)).hasMessageContaining("85");
    assertThatThrownBy(() -> new SealingConfig(101, 85, second)).hasMessageContaining("101");
    assertThatThrownBy(() -> new SealingConfig(95, 85, Duration.ZERO)).hasMessageContaining("PT0S");
  }
}
