package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.transport.http.HttpServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Defaults of the contract that are settings. The reference files state them, and a test of the
 * reference files compares these with the code. Other tests with this tag show defaults over HTTP.
 */
@Tag("section-16")
final class ContractDefaultsTest {
  @ParameterizedTest
  @CsvSource({
    "frontend, frontend.port = 1174",
    "frontend, router.chunk-size = 4 MiB",
    "frontend, frontend.cache-validity = 365d",
    "frontend, frontend.signed-url-ttl = 5m",
    "frontend, frontend.signed-url-max-ttl = 1h",
    "frontend, frontend.signed-url-max-upload-size = 100 MiB",
    "frontend, frontend.chunk-upload-max-size = 4 MiB",
    "frontend, frontend.chunk-upload-ttl = 28d",
    "frontend, frontend.chunk-upload-max-ttl = 90d",
    "frontend, frontend.max-required-ttl = 30d",
    "storage-server, storage.deleted-retention = 7d"
  })
  void aSettingHasTheDefaultOfTheContract(String process, String setting) throws IOException {
    assertThat(Files.readAllLines(Path.of("..", "config", process + ".conf")))
        .contains("#" + setting);
  }

  @Test
  void anIdleConnectionIsClosedAfterAMinute() {
    assertThat(HttpServerConfig.defaults("127.0.0.1", 0).timeouts().idle()).hasSeconds(60);
  }
}
