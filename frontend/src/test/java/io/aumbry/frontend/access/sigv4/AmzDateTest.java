package io.aumbry.frontend.access.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AmzDateTest {
  @Test
  void aDateOfHttpIsRead() {
    assertThat(AmzDate.parseHttp("Sun, 06 Nov 1994 08:49:37 GMT")).hasValue(784_111_777_000L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Mon, 06 Nov 1994 08:49:37 GMT",
        "Mon, 31 Apr 2026 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:60 GMT",
        "06 Nov 1994 08:49:37 GMT",
        "01 Jan 300000000 00:00:00 GMT",
        "Sun, 06 Nov +1994 8:49:37 GMT",
        "19941106T084937Z",
      })
  void othersAreRefused(String text) {
    assertThat(AmzDate.parseHttp(text)).isEmpty();
  }
}
