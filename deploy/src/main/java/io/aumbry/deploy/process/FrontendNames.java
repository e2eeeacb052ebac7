package io.aumbry.deploy.process;

import io.aumbry.catalog.SqlCatalog;
import io.aumbry.catalog.sql.name.SqlDatasets;
import io.aumbry.catalog.sql.name.SqlNames;
import io.aumbry.catalog.sql.upload.SqlUploads;
import io.aumbry.deploy.settings.FrontendSettings;
import io.aumbry.frontend.name.Environment;
import io.aumbry.frontend.name.NameUpkeep;
import io.aumbry.frontend.name.NamedUpload;
import io.aumbry.frontend.name.NamesConfig;
import io.aumbry.frontend.name.catalog.CatalogIds;
import io.aumbry.frontend.name.catalog.CatalogLeases;
import io.aumbry.frontend.name.catalog.CatalogRemovals;
import io.aumbry.frontend.name.catalog.CatalogTrash;
import io.aumbry.frontend.rest.named.NameServices;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.router.operation.ClusterRouter;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The names of blobs, in a frontend with a catalog. */
final class FrontendNames {
  private FrontendNames() {}

  /** Starts the background work for names. It stops after the last upload. */
  static NameServices start(
      FrontendSettings settings,
      SqlCatalog catalog,
      ClusterRouter router,
      ProcessFrame frame,
      Work work) {
    SqlNames names = new SqlNames(catalog.database(), settings.client().catalog().limits().call());
    SqlUploads multipart = new SqlUploads(catalog.database());
    NamesConfig config = NamesConfig.defaults();
    NameUpkeep upkeep =
        NameUpkeep.start(
            settings.process().name(),
            new NameUpkeep.Catalog(
                new CatalogLeases(names),
                new CatalogIds(names),
                new CatalogTrash(names, multipart),
                new CatalogRemovals(
                    catalog, names, multipart, settings.client().containers().retention())),
            router,
            config,
            new Environment(work.carrier(), SystemRandom.secure(), frame.metrics()));
    frame.add("names", () -> upkeep.stop(work.last().get()));
    return new NameServices(
        names,
        new SqlDatasets(catalog.database()),
        multipart,
        new NamedUpload(router, upkeep.leases(), config, frame.metrics()));
  }

  /**
   * The threads and the time limit of background work.
   *
   * @param last the context of work at the end of the process
   * @param helpers run short blocking work
   */
  record Work(Carrier carrier, Supplier<RequestContext> last, Executor helpers) {}
}
