package io.aumbry.catalog.sql.upload;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteUploadsTest extends UploadsContract {
  @TempDir private static Path folder;

  @Override
  String url() {
    return "sqlite:" + folder.resolve("catalog.db");
  }
}
