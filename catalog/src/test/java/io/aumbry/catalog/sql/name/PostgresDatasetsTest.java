package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.sql.TestPostgres;

final class PostgresDatasetsTest extends DatasetsContract {
  @Override
  String url() {
    return TestPostgres.url(TestPostgres.create(), TestPostgres.port());
  }
}
