package io.aumbry.catalog.sql.name;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteNameRacesTest extends NameRacesContract {
  @TempDir private static Path folder;

  @Override
  String url() {
    return "sqlite:" + folder.resolve("catalog.db");
  }
}
