package io.aumbry.tests.simulation.cluster;

import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ClusterRouter;
import io.aumbry.router.Router;
import io.aumbry.store.ArrayBufferPool;
import io.aumbry.tests.simulation.engine.SimulatedClock;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.network.SimulatedNetwork;
import java.time.Duration;

/** The process of a frontend: its router, and clients that ask it directly. */
public final class SimulatedFrontend {
  private final SimulatedScheduler scheduler;
  private final SimulatedProcess process;
  private final ArrayBufferPool pool = new ArrayBufferPool();
  private final Router router;
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
    this.router =
        new ClusterRouter(
            membership.viewsOf(process),
            network.client(process, pool),
            plan.router(),
            process.time(),
            scheduler.random(),
            new MetricRegistry());
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
