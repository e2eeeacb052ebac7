package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.sql.TestPostgres;

final class PostgresNamePagesTest extends NamePagesContract {
  @Override
  String url() {
    return TestPostgres.url(TestPostgres.create(), TestPostgres.port());
  }
}
