package io.aumbry.catalog.sql.binding;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteBindingTest extends BindingContract {
  @TempDir private static Path folder;

  @Override
  String newDatabase() {
    try {
      return "sqlite:" + Files.createTempDirectory(folder, "catalog").resolve("catalog.db");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
