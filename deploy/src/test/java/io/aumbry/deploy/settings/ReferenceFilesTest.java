package io.aumbry.deploy.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.config.KeySet;
import io.aumbry.config.ReferenceFile;
import io.aumbry.config.SettingsLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReferenceFilesTest {
  /** The limit of keys in the whole system. */
  private static final int MAX_KEYS = 121;

  /** Values of the required keys. */
  private static final Map<String, String> REQUIRED =
      Map.of(
          "process.name", "p1",
          "cluster.data-center", "dc1",
          "cluster.data-centers", "1:dc1@localhost:2181",
          "storage.advertised-host", "localhost",
          "storage.zone", "z1",
          "storage.disks", "/d",
          "zookeeper.data", "/z");

  @TempDir private Path folder;

  static List<KeySet<?>> roles() {
    return Roles.all();
  }

  /** {@code -Dreference.write=true} writes the files first. */
  @ParameterizedTest
  @MethodSource("roles")
  void theReferenceFileIsUpToDate(KeySet<?> keys) throws IOException {
    Path file = Path.of("..", "config", keys.role() + ".conf");
    if (Boolean.getBoolean("reference.write")) {
      Files.writeString(file, ReferenceFile.render(keys));
    }
    assertThat(file)
        .as("regenerate with mvn -pl deploy -am test -Dreference.write=true")
        .hasContent(ReferenceFile.render(keys));
  }

  /** Uncommenting every line gives the defaults, so the file shows accepted values. */
  @ParameterizedTest
  @MethodSource("roles")
  void everyDefaultInTheFileIsAcceptedAsWritten(KeySet<?> keys) throws IOException {
    String uncommented =
        ReferenceFile.render(keys)
            .lines()
            .filter(line -> line.matches("#[a-z].* = .*"))
            .map(line -> line.substring(1))
            .collect(Collectors.joining("\n"));
    Path file = Files.writeString(folder.resolve("reference.conf"), uncommented);
    assertThat(loader(keys).file(file).load()).isEqualTo(loader(keys).load());
  }

  private static SettingsLoader<?> loader(KeySet<?> keys) {
    return new SettingsLoader<>(keys)
        .flags(
            REQUIRED.entrySet().stream()
                .filter(each -> keys.names().contains(each.getKey()))
                .map(each -> "--" + each.getKey() + "=" + each.getValue())
                .toList());
  }

  @Test
  void theWholeSystemHasFewKeys() {
    Stream<String> names = Roles.all().stream().flatMap(keys -> keys.names().stream()).distinct();
    assertThat(names.count()).isLessThan(MAX_KEYS);
  }
}
