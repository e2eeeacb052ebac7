package io.aumbry.catalog.sql.name;

/** Names on the dialects of PostgreSQL. */
abstract class PostgresNamesContract extends SqlNamesContract {
  @Override
  void refuse(String key) {
    sql(
        "ALTER TABLE object ADD CONSTRAINT refuse CHECK (object_key <> convert_to('"
            + key
            + "', 'UTF8'))");
  }
}
