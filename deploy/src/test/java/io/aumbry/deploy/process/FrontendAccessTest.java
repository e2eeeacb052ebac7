package io.aumbry.deploy.process;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.config.ConfigException;
import io.aumbry.config.Settings;
import io.aumbry.frontend.access.AccessConfig;
import io.aumbry.protocol.runtime.SystemTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrontendAccessTest {
  @TempDir private Path folder;

  private static FrontendAccess open(Map<String, String> settings) {
    AccessConfig config = Settings.read(AccessConfig.class, settings);
    FrontendAccess.require(config, false);
    return FrontendAccess.open(config, Optional.empty(), new SystemTime());
  }

  /** An installation from before there were users must not stay open without a word. */
  @Test
  void withoutACatalogAFrontendDoesNotStartByDefault() {
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("catalog.url")
        .hasMessageContaining("frontend.authentication = optional");
  }

  @ParameterizedTest
  @ValueSource(strings = {"optional", "off"})
  void anOperatorMayOpenIt(String mode) {
    assertThatCode(() -> open(Map.of("frontend.authentication", mode))).doesNotThrowAnyException();
  }

  @Test
  void aKeyRingThatOthersMayReadIsRefused() throws Exception {
    Path ring = Files.writeString(folder.resolve("ring"), "1 x\n");
    assertThatThrownBy(() ->
            open(Map.of("frontend.authentication", "off", "frontend.key-ring", ring.toString())))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("frontend.key-ring")
        .hasMessageContaining("chmod 600");
  }
}
