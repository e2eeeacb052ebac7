package io.aumbry.tests.simulation.cluster;

import io.aumbry.frontend.name.Environment;
import io.aumbry.frontend.name.NameUpkeep;
import io.aumbry.frontend.name.NamedUpload;
import io.aumbry.frontend.name.NamesConfig;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router;
import io.aumbry.router.SmoothedViews;
import io.aumbry.router.operation.ClusterRouter;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.tests.simulation.catalog.CatalogConnection;
import io.aumbry.tests.simulation.catalog.SimulatedCatalog;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedClock;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.transport.node.NodeClient;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The process of a frontend: a router, which clients call directly. */
public final class SimulatedFrontend {
  /** The router's own limit. */
  private static final long MOST_DELETES = 250_000;

  private final SimulatedScheduler scheduler;
  private final Place place;
  private final SimulatedProcess process;
  private final ArrayBufferPool pool;
  private final ClusterViews views;
  private final Router router;
  private final Metrics metrics = new Metrics();
  private final Limits limits;
  private final long bodyMemory;
  private final Optional<Names> names;
  private int requests;

  /** The parts of the process that names need. */
  public record Names(CatalogConnection catalog, NamedUpload uploads) {}

  /** The catalog and the times of the protocol for names. */
  public record Catalog(SimulatedCatalog catalog, NamesConfig config) {}

  /**
   * The place in which processes of a frontend run, one after the other.
   *
   * @param start number of the process, from 1
   */
  record Place(String name, int dataCenter, SimulatedClock clock, int start) {
    Place again() {
      return new Place(name, dataCenter, clock, start + 1);
    }
  }

  /**
   * The process of a frontend, which may also contain a node.
   *
   * @param seen the cluster as the process sees it
   * @param client reaches the nodes
   */
  record Host(
      SimulatedProcess process, ArrayBufferPool pool, ClusterViews seen, NodeClient client) {}

  SimulatedFrontend(
      SimulatedScheduler scheduler,
      Place place,
      Host host,
      ClusterPlan plan,
      Optional<Catalog> catalog) {
    this.scheduler = scheduler;
    this.place = place;
    this.process = host.process;
    this.pool = host.pool;
    this.limits = new Limits(place.name, metrics);
    this.bodyMemory = plan.router().memory().bytes();
    this.views = SmoothedViews.of(host.seen, plan.router(), process, metrics);
    RandomGenerator random = scheduler.random();
    ClusterRouter clusterRouter =
        new ClusterRouter(
            views, host.client, plan.router(), process.time(), random, random, metrics);
    this.router = clusterRouter;
    this.names = catalog.map(each -> names(each, clusterRouter));
  }

  private Names names(Catalog catalog, ClusterRouter toBlobs) {
    CatalogConnection connection = catalog.catalog().connect(place.name);
    NameUpkeep upkeep =
        NameUpkeep.start(
            connection.name(),
            connection.parts(),
            toBlobs,
            catalog.config(),
            new Environment(process, scheduler.random(), metrics));
    return new Names(
        connection, new NamedUpload(toBlobs, upkeep.leases(), catalog.config(), metrics));
  }

  /** The parts for names, in a run that has them. */
  public Optional<Names> names() {
    return names;
  }

  /** Virtual time in nanoseconds. */
  public long now() {
    return scheduler.now();
  }

  public SimulatedProcess process() {
    return process;
  }

  Place place() {
    return place;
  }

  public int dataCenter() {
    return place.dataCenter;
  }

  /** Sets the clock of this place. */
  public void jumpClock(long millis) {
    place.clock.jump(millis);
  }

  /** Names this process. The next process in its place does not know what this one knows. */
  public String identity() {
    return place.start == 1 ? place.name : place.name + " (its process " + place.start + ")";
  }

  public ClusterViews views() {
    return views;
  }

  public Router router() {
    return router;
  }

  public ArrayBufferPool pool() {
    return pool;
  }

  /**
   * Checks the memory for bodies and the number of background deletes. In a quiet cluster all
   * buffers must be returned.
   */
  void requireWithinLimits(boolean quiet) {
    limits.require("aumbry_router_body_memory_held", quiet ? 0 : bodyMemory);
    limits.require("aumbry_router_background_deletes_waiting", MOST_DELETES);
    if (quiet && pool.open() > 0) {
      throw new Finding(process.name() + " has not given back " + pool.open() + " buffers");
    }
  }

  public void event(String message) {
    scheduler.event(process.name(), message);
  }

  public RequestContext context(Duration patience) {
    return new RequestContext(
        process.name() + "-" + ++requests, process, Deadline.after(patience, process.time()));
  }
}
