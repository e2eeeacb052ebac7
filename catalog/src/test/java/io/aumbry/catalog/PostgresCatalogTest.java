package io.aumbry.catalog;

import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.TestPostgres;
import io.aumbry.protocol.runtime.PlainCarrier;
import io.aumbry.protocol.runtime.RequestContext;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

final class PostgresCatalogTest extends CatalogContract {
  private final PlainCarrier carrier = new PlainCarrier();
  @TempDir private Path folder;
  private Optional<SqlCatalog> opened = Optional.empty();

  @Override
  protected Catalog open() {
    SqlCatalog catalog =
        SqlCatalogFixture.open(
            TestPostgres.url(TestPostgres.create(), TestPostgres.port()),
            folder.resolve("snapshot"),
            carrier);
    opened = Optional.of(catalog);
    return catalog;
  }

  @Override
  protected void close() {
    opened.ifPresent(SqlCatalog::close);
    carrier.close();
  }

  @Override
  protected Database database() {
    return opened.orElseThrow().database();
  }

  @Override
  protected RequestContext context() {
    return carrier.patient();
  }
}
