package io.aumbry.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReferenceFilesTest {
  /** The most keys that the whole system may have. */
  private static final int MAX_KEYS = 88;

  static List<KeySet> roles() {
    return Roles.all();
  }

  /** {@code -Dreference.write=true} writes the files anew instead. */
  @ParameterizedTest
  @MethodSource("roles")
  void theReferenceFileIsUpToDate(KeySet keys) throws IOException {
    Path file = Path.of(keys.role() + ".conf");
    if (Boolean.getBoolean("reference.write")) {
      Files.writeString(file, ReferenceFile.render(keys));
    }
    assertThat(file)
        .as("made anew by mvn -pl config test -Dreference.write=true")
        .hasContent(ReferenceFile.render(keys));
  }

  /** Uncommenting every line gives the defaults, so that what the file says is really accepted. */
  @ParameterizedTest
  @MethodSource("roles")
  void everyDefaultInTheFileIsAcceptedAsWritten(KeySet keys) {
    List<String> lines =
        ReferenceFile.render(keys)
            .lines()
            .filter(line -> line.matches("#[a-z].* = .*"))
            .map(line -> line.substring(1))
            .toList();
    assertThat(lines)
        .hasSize((int) keys.keys().stream().filter(key -> !key.defaultText().isEmpty()).count());
    assertThat(ConfigFile.parse("reference", lines).lines())
        .allSatisfy(line -> {
          Key<?> key = keys.find(line.key()).orElseThrow();
          assertThat(key.type().parse(line.value())).isEqualTo(key.defaultValue().orElse(null));
        });
  }

  @Test
  void theWholeSystemHasFewKeys() {
    Stream<String> names = Roles.all().stream().flatMap(keys -> keys.names().stream()).distinct();
    assertThat(names.count()).isLessThan(MAX_KEYS);
  }
}
