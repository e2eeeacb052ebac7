package io.aumbry.catalog.sql;

final class PostgresSchemaTest extends SchemaContract {
  private final String url = TestPostgres.url(TestPostgres.create(), TestPostgres.port());

  @Override
  String url() {
    return url;
  }
}
