package io.aumbry.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file with a secret, which others than its owner may not access. */
public final class SecretFile {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private SecretFile() {}

  /**
   * Checks the mode of a file.
   *
   * @throws IOException if others than the owner may access the file, or it does not exist
   */
  public static void check(Path file) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    if (!OWNER_ONLY.containsAll(permissions)) {
      throw new IOException(
          "%s is accessible to others than its owner (%s): run chmod 600"
              .formatted(file, PosixFilePermissions.toString(permissions)));
    }
  }

  /** The first line of a file, without spaces around it. */
  public static String firstLine(Path file) throws IOException {
    check(file);
    return Files.readString(file).lines().findFirst().orElse("").strip();
  }
}
