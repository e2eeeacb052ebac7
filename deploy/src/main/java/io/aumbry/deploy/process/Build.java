package io.aumbry.deploy.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;

/**
 * The version of this build.
 *
 * @param commit short hash, {@code unknown} if not built from a checkout
 * @param time of the commit
 */
public record Build(String version, String commit, String time) {
  private static final String FILE = "/io/aumbry/deploy/version.properties";

  public static Build current() {
    Properties build = new Properties();
    try (InputStream in = Build.class.getResourceAsStream(FILE)) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Build(
        of(build, "version").orElse("of an unknown version"),
        of(build, "commit").orElse("unknown"),
        of(build, "time").orElse("?"));
  }

  private static Optional<String> of(Properties build, String key) {
    return Optional.ofNullable(build.getProperty(key));
  }

  /** One word, such as {@code 0.1.0-1a2b3c4}. */
  @Override
  public String toString() {
    return version + "-" + commit;
  }
}
