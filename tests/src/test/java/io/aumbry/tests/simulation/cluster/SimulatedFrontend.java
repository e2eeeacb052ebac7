package io.aumbry.tests.simulation.cluster;

import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ClusterRouter;
import io.aumbry.router.Router;
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
  private final SimulatedProcess process;
  private final ArrayBufferPool pool = new ArrayBufferPool();
  private final Router router;
  private final MetricRegistry metrics = new FewSamples();
  private final Limits limits;
  private final long bodyMemory;
  private int requests;

  SimulatedFrontend(
      SimulatedScheduler scheduler,
      String name,
      SimulatedClock clock,
      SimulatedNetwork network,
      SimulatedMembership membership,
      ClusterPlan plan) {
    this.scheduler = scheduler;
    this.process = new SimulatedProcess(scheduler, name, clock);
    this.limits = new Limits(name, metrics);
    this.bodyMemory = plan.router().bodyMemory();
    this.router =
        new ClusterRouter(
            membership.viewsOf(process),
            network.client(process, pool),
            plan.router(),
            process.time(),
            scheduler.random(),
            metrics);
  }

  public SimulatedProcess process() {
    return process;
  }

  public Router router() {
    return router;
  }

  public ArrayBufferPool pool() {
    return pool;
  }

  /** Memory for bodies, and what waits to be deleted; all buffers come back. */
  void requireWithinLimits(boolean quiet) {
    limits.require("router.body_memory.held", quiet ? 0 : bodyMemory);
    limits.require("router.background_deletes.waiting", MOST_DELETES);
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
