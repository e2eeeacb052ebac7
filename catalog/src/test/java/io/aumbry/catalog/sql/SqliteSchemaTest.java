package io.aumbry.catalog.sql;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteSchemaTest extends SchemaContract {
  @TempDir private Path folder;

  @Override
  String url() {
    return "sqlite:" + folder.resolve("catalog.db");
  }
}
