package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.sql.TestPostgres;

final class PostgresNamesTest extends PostgresNamesContract {
  @Override
  String url() {
    return TestPostgres.url(TestPostgres.create(), TestPostgres.port());
  }
}
