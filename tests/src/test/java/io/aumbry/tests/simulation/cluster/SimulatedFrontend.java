package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ClusterRouter;
import io.aumbry.router.Router;
import io.aumbry.router.SteadyViews;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedClock;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.network.SimulatedNetwork;
import java.time.Duration;

/** The process of a frontend: its router, and clients that ask it directly. */
public final class SimulatedFrontend {
  /** The router's own limit. */
  private static final long MOST_DELETES = 250_000;

  private final SimulatedScheduler scheduler;
  private final Place place;
  private final SimulatedProcess process;
  private final ArrayBufferPool pool = new ArrayBufferPool();
  private final Router router;
  private final Metrics metrics = new Metrics();
  private final Limits limits;
  private final long bodyMemory;
  private int requests;

  /**
   * Where processes of a frontend run, one after the other.
   *
   * @param start which of them this is, from 1
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
    this.router =
        new ClusterRouter(
            SteadyViews.of(
                membership.viewsOf(process, place.dataCenter), plan.router(), process, metrics),
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

  /** Of this process: what one knows, the next one in its place does not. */
  public String identity() {
    return place.start == 1 ? place.name : place.name + " (its process " + place.start + ")";
  }

  public Router router() {
    return router;
  }

  public ArrayBufferPool pool() {
    return pool;
  }

  /** Memory for bodies, and what waits to be deleted; all buffers come back. */
  void requireWithinLimits(boolean quiet) {
    limits.require("aumbry_router_body_memory_held", quiet ? 0 : bodyMemory);
    limits.require("aumbry_router_background_deletes_waiting", MOST_DELETES);
    if (quiet && pool.open() > 0) {
      throw new Finding(process.name() + " has not given back " + pool.open() + " buffers");
    }
  }

  /** Something that people want to see of what is asked here. */
  public void event(String what) {
    scheduler.event(process.name(), what);
  }

  /** For one request of a client that waits for so long. */
  public RequestContext context(Duration patience) {
    return new RequestContext(
        process.name() + "-" + ++requests, process, Deadline.after(patience, process.time()));
  }
}
