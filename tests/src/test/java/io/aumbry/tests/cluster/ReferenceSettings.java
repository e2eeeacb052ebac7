package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reference files of the settings of a build, which name each key with its default.
 *
 * @param folder the folder {@code config} of its checkout
 */
record ReferenceSettings(Path folder) {
  /** No key of any build. A process that knows the others refuses it alone, and does not start. */
  private static final String UNKNOWN = "tests.unknown-key";

  private static final Pattern DEFAULT = Pattern.compile("#([a-z][a-z0-9.-]*) = .+");

  static ReferenceSettings of(ProductBuild build) {
    return new ReferenceSettings(build.checkout().resolve("config"));
  }

  /** The roles that both builds have. */
  List<String> rolesAlsoOf(ReferenceSettings other) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".conf") && !name.equals("admin.conf"))
          .filter(name -> Files.exists(other.folder.resolve(name)))
          .map(name -> name.substring(0, name.lastIndexOf('.')))
          .sorted()
          .toList();
    }
  }

  /** The keys that have a default. */
  Set<String> keys(String role) throws IOException {
    return defaults(role).stream().map(ReferenceSettings::key).collect(Collectors.toSet());
  }

  private static String key(String line) {
    return line.substring(0, line.indexOf(' '));
  }

  private List<String> defaults(String role) throws IOException {
    return Files.readAllLines(folder.resolve(role + ".conf")).stream()
        .filter(line -> DEFAULT.matcher(line).matches())
        .map(line -> line.substring(1))
        .toList();
  }

  /** Requires that another build accepts the defaults of these keys. */
  void requireAcceptedBy(ProductBuild other, String role, Set<String> keys)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile(role, ".conf");
    try {
      Files.write(file, defaults(role).stream().filter(line -> keys.contains(key(line))).toList());
      ProductBuild.Ended ended =
          other.run(Map.of(), role, "--config", file.toString(), "--" + UNKNOWN + "=1");
      assertThat(ended.output().lines().map(line -> line.replace(file.toString(), role + ".conf")))
          .as("mistakes")
          .singleElement()
          .asString()
          .contains(UNKNOWN + " is not a key of " + role);
    } finally {
      Files.delete(file);
    }
  }
}
