package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.budget.Shares;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class FrontendConfigTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration YEAR = Duration.ofDays(365);

  @Test
  void defaultsAreThese() {
    FrontendConfig config = Rest.CONFIG;
    assertThat(config.requestTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.transferTimeout()).isEqualTo(Duration.ofDays(1));
    assertThat(config.maxBlobSize()).isEqualTo(50L << 40);
    assertThat(config.requests().most()).isEqualTo(10_000);
    assertThat(config.cacheValidity()).hasSeconds(31_536_000);
    assertThat(config.paths().prefixes()).isEmpty();
  }

  @Test
  void whatIsOutOfBoundsIsRefused() {
    assertRefused("requestTimeout", () -> timeouts(Duration.ZERO, YEAR));
    assertRefused("requestTimeout", () -> timeouts(Duration.ofHours(2), YEAR));
    assertRefused("transferTimeout", () -> timeouts(SECOND, Duration.ofMillis(1)));
    assertRefused("maxBlobSize", () -> limits(0, 1, YEAR));
    assertRefused("maxRequests", () -> limits(1, 0, YEAR));
    assertRefused("cacheValidity", () -> limits(1, 1, YEAR.plusSeconds(1)));
    assertThat(limits(1, 1, Duration.ZERO).requests().most()).isEqualTo(1);
  }

  private static FrontendConfig timeouts(Duration request, Duration transfer) {
    return new FrontendConfig(
        request,
        transfer,
        1,
        requests(1),
        YEAR,
        FrontendConfig.defaults().paths(),
        FrontendConfig.defaults().ttl());
  }

  private static FrontendConfig limits(long size, int requests, Duration validity) {
    return new FrontendConfig(
        SECOND,
        SECOND,
        size,
        requests(requests),
        validity,
        FrontendConfig.defaults().paths(),
        FrontendConfig.defaults().ttl());
  }

  private static FrontendConfig.Requests requests(int most) {
    return new FrontendConfig.Requests(most, Shares.defaults());
  }

  private static void assertRefused(String name, ThrowingCallable making) {
    assertThatThrownBy(making)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }
}
