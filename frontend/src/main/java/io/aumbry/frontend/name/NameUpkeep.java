package io.aumbry.frontend.name;

import io.aumbry.frontend.upkeep.BackgroundLoop;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.BlobPages;
import io.aumbry.router.Router;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background work of a frontend for names: it renews the writer lease, sweeps the leases of
 * processes that ended, empties the trash, and removes deleted containers. Each runs on a thread of
 * its own.
 */
public final class NameUpkeep {
  private static final Logger LOG = LoggerFactory.getLogger(NameUpkeep.class);

  private final LeaseKeeper leases;
  private final BackgroundLoop renewal;
  private final BackgroundLoop sweep;
  private final BackgroundLoop trash;
  private final BackgroundLoop removal;

  /** The catalog, as far as this work uses it. */
  public record Catalog(WriterRegistry registry, NamedIds names, Trash trash, Removals removals) {}

  private NameUpkeep(
      LeaseKeeper leases,
      BackgroundLoop renewal,
      BackgroundLoop sweep,
      BackgroundLoop trash,
      BackgroundLoop removal) {
    this.leases = leases;
    this.renewal = renewal;
    this.sweep = sweep;
    this.trash = trash;
    this.removal = removal;
  }

  /**
   * Starts the work. Uploads to a name are refused until the catalog has answered once.
   *
   * @param process the name of this process, unique among all that run
   */
  public static <R extends Router & BlobPages> NameUpkeep start(
      String process, Catalog catalog, R router, NamesConfig config, Environment environment) {
    LeaseKeeper leases = new LeaseKeeper(process, catalog.registry(), router, config, environment);
    OrphanSweep orphans =
        new OrphanSweep(
            process,
            new OrphanSweep.Catalog(catalog.registry(), catalog.names()),
            router,
            config,
            environment);
    TrashWorker trash =
        new TrashWorker(process, catalog.trash(), router, config.sweep().skew(), environment);
    ContainerRemoval removal =
        new ContainerRemoval(
            catalog.removals(),
            leases,
            router,
            new ContainerRemoval.Rule(catalog.removals().retention(), config.removal()),
            environment);
    var renewals = new BackgroundLoop.Times(config.lease().renewal(), config.lease().renewal());
    var sweeps = new BackgroundLoop.Times(config.sweep().period(), config.sweep().pace());
    var deletes = new BackgroundLoop.Times(config.trash().period(), config.trash().pace());
    var removals = new BackgroundLoop.Times(config.removal().period(), config.removal().pace());
    return new NameUpkeep(
        leases,
        new BackgroundLoop(
                "lease-renewal",
                environment.carrier(),
                renewals,
                pace -> leases.renew(pace.context()))
            .start(),
        new BackgroundLoop("orphan-sweep", environment.carrier(), sweeps, orphans::round).start(),
        new BackgroundLoop("trash", environment.carrier(), deletes, trash::round).start(),
        new BackgroundLoop("container-removal", environment.carrier(), removals, removal::round)
            .start());
  }

  /** The leases under which names are committed. */
  public LeaseKeeper leases() {
    return leases;
  }

  /** Ends the work after the last upload and after the router was drained. */
  public void stop(RequestContext context) {
    removal.stop(context);
    trash.stop(context);
    sweep.stop(context);
    renewal.stop(context);
    try {
      leases.stop(context);
    } catch (AumbryException e) {
      LOG.atWarn().log("The writer lease stays open until another process fences it: {}", e);
    }
  }
}
