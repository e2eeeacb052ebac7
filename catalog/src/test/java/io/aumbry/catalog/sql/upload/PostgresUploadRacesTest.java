package io.aumbry.catalog.sql.upload;

import io.aumbry.catalog.sql.TestPostgres;

final class PostgresUploadRacesTest extends UploadRacesContract {
  @Override
  String url() {
    return TestPostgres.url(TestPostgres.create(), TestPostgres.port());
  }
}
