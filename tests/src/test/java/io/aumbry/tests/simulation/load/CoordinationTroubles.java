package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.util.List;
import java.util.function.BiConsumer;

/** Faults of coordination: coordinators, sessions, machines and frontends. */
final class CoordinationTroubles {
  private static final int MOST_JOINS = 2;

  /** One session fault of this number ends the sessions of all nodes of a data centre. */
  private static final int ALL_ONE_IN = 3;

  private final SimulatedScheduler scheduler;
  private final SimulatedCluster cluster;
  private final BiConsumer<Fault, Runnable> cures;

  /**
   * @param cures receives the action that ends a fault
   */
  CoordinationTroubles(
      SimulatedScheduler scheduler, SimulatedCluster cluster, BiConsumer<Fault, Runnable> cures) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.cures = cures;
  }

  /**
   * Applies a fault.
   *
   * @return whether it had an effect
   */
  boolean strike(Fault fault) {
    int site = cluster.machines().get(fault.node()).dataCenter();
    return switch (fault.kind()) {
      case JOIN -> join(site);
      case DRAIN -> drain(fault.node());
      case NEW_LEADER -> cluster.passLead(fault.node());
      case LOSE_SESSION -> {
        List<Integer> losers = losers(fault, site);
        losers.forEach(cluster::loseSession);
        cures.accept(fault, () -> losers.forEach(cluster::renewSession));
        yield losers.stream().anyMatch(cluster::isRunning);
      }
      case STALL -> {
        cluster.stall(fault.node(), fault.span());
        cures.accept(fault, () -> cluster.goOn(fault.node()));
        yield cluster.isRunning(fault.node());
      }
      case STOP_COORDINATOR -> {
        cluster.sites().stopCoordinator(site, true);
        cures.accept(fault, () -> cluster.sites().stopCoordinator(site, false));
        yield true;
      }
      case KILL_FRONTEND -> {
        int frontend = fault.other() % cluster.frontends().size();
        boolean isThere = cluster.frontends().get(frontend).process().isAlive();
        cluster.killFrontend(frontend);
        cures.accept(fault, () -> cluster.startFrontend(frontend));
        yield isThere;
      }
      default -> throw new IllegalArgumentException(fault + " is not a fault of coordination");
    };
  }

  private List<Integer> losers(Fault fault, int site) {
    return fault.other() % ALL_ONE_IN > 0 ? List.of(fault.node()) : cluster.machinesOf(site);
  }

  private boolean drain(int node) {
    List<String> moved = cluster.drain(node);
    moved.forEach(move -> scheduler.event("fault", move));
    return !moved.isEmpty();
  }

  private boolean join(int site) {
    boolean isOne = cluster.machines().size() < cluster.plan().nodes() + MOST_JOINS;
    if (isOne) {
      cluster.join(site).forEach(move -> scheduler.event("fault", move));
    }
    return isOne;
  }
}
