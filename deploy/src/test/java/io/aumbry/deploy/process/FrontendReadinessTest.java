package io.aumbry.deploy.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FrontendReadinessTest {
  @Test
  void aBurstOfRefusalsForLackOfMemoryStaysReady() {
    assertThat(FrontendReadiness.missingMemory(Duration.ZERO)).isEmpty();
    assertThat(FrontendReadiness.missingMemory(Duration.ofMillis(9_999))).isEmpty();
  }

  @Test
  void sustainedRefusalsForLackOfMemoryMakeUnready() {
    assertThat(FrontendReadiness.missingMemory(Duration.ofSeconds(10)))
        .contains("requests have been refused for lack of router.body-memory for 10 s");
  }
}
