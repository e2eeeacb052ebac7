package io.aumbry.router.journal;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The disk under a journal. Its streams are none of channels, which whoever is interrupted while he
 * writes would close for all.
 */
interface Medium {
  /** An empty file, in place of the one that there may be. */
  FileOutputStream create(Path file) throws IOException;

  void remove(Path file) throws IOException;

  /** In place of the one that there may be. */
  default void move(Path file, Path to) throws IOException {
    Files.move(file, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  static Medium ofSystem() {
    return new Medium() {
      @Override
      public FileOutputStream create(Path file) throws IOException {
        return new FileOutputStream(file.toFile());
      }

      @Override
      public void remove(Path file) throws IOException {
        Files.deleteIfExists(file);
      }
    };
  }
}
