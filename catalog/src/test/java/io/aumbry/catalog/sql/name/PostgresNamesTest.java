package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.sql.TestPostgres;

final class PostgresNamesTest extends SqlNamesContract {
  @Override
  String url() {
    return TestPostgres.url(TestPostgres.create(), TestPostgres.port());
  }

  @Override
  void refuse(String key) {
    sql(
        "ALTER TABLE object ADD CONSTRAINT refuse CHECK (object_key <> convert_to('"
            + key
            + "', 'UTF8'))");
  }
}
