package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router;
import io.aumbry.router.SmoothedViews;
import io.aumbry.router.operation.ClusterRouter;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedClock;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.network.SimulatedNetwork;
import java.time.Duration;

/** The process of a frontend: a router, which clients call directly. */
public final class SimulatedFrontend {
  /** The router's own limit. */
  private static final long MOST_DELETES = 250_000;

  private final SimulatedScheduler scheduler;
  private final Place place;
  private final SimulatedProcess process;
  private final ArrayBufferPool pool = new ArrayBufferPool();
  private final ClusterViews views;
  private final Router router;
  private final Metrics metrics = new Metrics();
  private final Limits limits;
  private final long bodyMemory;
  private int requests;

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

  SimulatedFrontend(
      SimulatedScheduler scheduler,
      Place place,
      SimulatedNetwork network,
      SimulatedMembership membership,
      ClusterPlan plan,
      Sent sent) {
    this.scheduler = scheduler;
    this.place = place;
    this.process = new SimulatedProcess(scheduler, place.name, place.clock);
    this.limits = new Limits(place.name, metrics);
    this.bodyMemory = plan.router().memory().bytes();
    this.views =
        SmoothedViews.of(
            membership.viewsOf(process, place.dataCenter), plan.router(), process, metrics);
    this.router =
        new ClusterRouter(
            views,
            sent.by(network.client(process, pool, PeerRole.FRONTEND)),
            plan.router(),
            process.time(),
            scheduler.random(),
            metrics);
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
