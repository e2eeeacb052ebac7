package io.aumbry.deploy.settings;

import io.aumbry.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Files with certificates and keys. */
final class PemFile {
  private PemFile() {}

  /**
   * Requires a readable file.
   *
   * @param key of the setting that names the file
   * @param need the setting that needs it
   * @throws ConfigException if it is not readable
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
