package io.aumbry.catalog.sql.name;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.io.TempDir;

final class SqliteNamesTest extends SqlNamesContract {
  @TempDir private static Path folder;

  @Override
  String url() {
    return "sqlite:" + folder.resolve("catalog.db");
  }

  @Override
  void refuse(String key) {
    String hex = HexFormat.of().formatHex(key.getBytes(StandardCharsets.UTF_8));
    sql(
        "CREATE TRIGGER refuse BEFORE INSERT ON object WHEN NEW.object_key = x'"
            + hex
            + "' BEGIN SELECT RAISE(ABORT, 'refused by the test'); END");
  }
}
