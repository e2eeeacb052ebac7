package io.aumbry.catalog;

import io.aumbry.protocol.runtime.RequestContext;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class SqliteCatalogTest extends CatalogContract {
  private final RealCarrier carrier = new RealCarrier();
  @TempDir private Path folder;
  private SqlCatalog opened;

  @Override
  protected Catalog open() {
    opened =
        SqlCatalogFixture.open(
            "sqlite:" + folder.resolve("catalog.db"), folder.resolve("snapshot"), carrier);
    return opened;
  }

  @Override
  protected void close() {
    opened.close();
    carrier.close();
  }

  @Override
  protected RequestContext context() {
    return carrier.patient();
  }
}
