package io.aumbry.catalog.sql.upload;

import io.aumbry.catalog.sql.TestPostgres;

final class PostgresUploadModelTest extends UploadModelContract {
  @Override
  String url() {
    return TestPostgres.url(TestPostgres.create(), TestPostgres.port());
  }
}
