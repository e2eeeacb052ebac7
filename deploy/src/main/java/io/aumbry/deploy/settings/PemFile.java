package io.aumbry.deploy.settings;

import io.aumbry.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Files with certificates and keys. */
final class PemFile {
  private PemFile() {}

  /**
   * Requires a file that can be read.
   *
   * @param key that names the file
   * @param need the setting that needs it
   * @throws ConfigException when it cannot
   */
  static Path require(String key, Optional<Path> file, String need) {
    if (file.isEmpty()) {
      throw new ConfigException(key + " is not set, but " + need + " needs it");
    }
    if (!Files.isReadable(file.get())) {
      throw new ConfigException(key + ": cannot read " + file.get());
    }
    return file.get();
  }
}
