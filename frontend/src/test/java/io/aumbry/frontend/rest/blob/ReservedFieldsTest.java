package io.aumbry.frontend.rest.blob;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReservedFieldsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Set-Cookie",
        "content-security-policy",
        "X-Accel-Redirect",
        "x-accel-buffering",
        "X-Sendfile",
        "X-Lighttpd-Send-File",
        "Service-Worker-Allowed",
        "NEL",
        "Report-To",
        "Reporting-Endpoints",
        "Timing-Allow-Origin",
        "Referrer-Policy",
        "X-Frame-Options",
        "Surrogate-Control",
        "x-ambry-blob-size"
      })
  void noUploaderSetsAFieldThatBrowsersOrProxiesObey(String name) {
    assertThat(ReservedFields.contain(name)).isTrue();
  }

  @Test
  void otherFieldsAreForUsers() {
    assertThat(ReservedFields.contain("X-Color")).isFalse();
    assertThat(ReservedFields.contain("X-Accelerator")).isFalse();
  }
}
