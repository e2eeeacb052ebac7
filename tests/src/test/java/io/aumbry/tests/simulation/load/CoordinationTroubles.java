package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.util.function.BiConsumer;

/** What befalls who knows who is there: coordinators, sessions, machines and frontends. */
final class CoordinationTroubles {
  /** So many machines are added in a run at most. */
  private static final int MOST_JOINS = 2;

  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final BiConsumer<Fault, Runnable> cures;

  /**
   * @param cures taken when a fault is over
   */
  CoordinationTroubles(
      SimulatedScheduler scheduler, SimulatedCluster cluster, BiConsumer<Fault, Runnable> cures) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.cures = cures;
  }

  void strike(Fault fault) {
    int site = cluster.machines().get(fault.node()).dataCenter();
    switch (fault.kind()) {
      case JOIN -> join(site);
      case LOSE_SESSION -> {
        cluster.loseSession(fault.node());
        cures.accept(fault, () -> cluster.renewSession(fault.node()));
      }
      case STALL -> {
        cluster.stall(fault.node(), fault.span());
        cures.accept(fault, () -> cluster.goOn(fault.node()));
      }
      case STOP_COORDINATOR -> {
        cluster.sites().stopCoordinator(site, true);
        cures.accept(fault, () -> cluster.sites().stopCoordinator(site, false));
      }
      case KILL_FRONTEND -> {
        int frontend = fault.other() % cluster.frontends().size();
        cluster.killFrontend(frontend);
        cures.accept(fault, () -> cluster.startFrontend(frontend));
      }
      default -> throw new IllegalArgumentException(fault + " is none of coordination");
    }
  }

  private void join(int site) {
    if (cluster.machines().size() < cluster.plan().nodes() + MOST_JOINS) {
      cluster.join(site).forEach(what -> scheduler.event("fault", what));
    }
  }
}
