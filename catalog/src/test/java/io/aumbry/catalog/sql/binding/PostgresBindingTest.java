package io.aumbry.catalog.sql.binding;

import io.aumbry.catalog.sql.TestPostgres;

final class PostgresBindingTest extends BindingContract {
  @Override
  String newDatabase() {
    return TestPostgres.url(TestPostgres.create(), TestPostgres.port());
  }
}
