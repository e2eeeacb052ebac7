package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.Sites;
import io.aumbry.tests.simulation.network.Delay;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/** Faults of a whole data centre, or of the network between two. */
final class SiteTroubles {
  private static final Delay SLOW = new Delay(Duration.ofMillis(200), Duration.ofMillis(800));

  private final SimulatedCluster cluster;
  private final BiConsumer<Fault, Runnable> cures;

  /**
   * @param cures receives the action that ends a fault
   */
  SiteTroubles(SimulatedCluster cluster, BiConsumer<Fault, Runnable> cures) {
    this.cluster = cluster;
    this.cures = cures;
  }

  /**
   * Applies a fault.
   *
   * @return whether it had an effect
   */
  boolean strike(Fault fault) {
    Sites sites = cluster.sites();
    int site = cluster.machines().get(fault.node()).dataCenter();
    List<Integer> others = sites.others(site);
    int other = others.get(fault.other() % others.size());
    return switch (fault.kind()) {
      case POWER_OF_SITE -> cutPower(fault, site);
      case ISOLATE_SITE -> {
        sites.isolate(site);
        cures.accept(fault, () -> sites.rejoin(site));
        yield true;
      }
      case BLOCK_SITE_ONE_WAY -> {
        sites.block(site, other);
        cures.accept(fault, () -> sites.open(site, other));
        yield true;
      }
      case SLOW_SITES -> {
        sites.slow(site, other, SLOW);
        cures.accept(fault, () -> sites.asUsual(site, other));
        yield true;
      }
      default -> throw new IllegalArgumentException(fault + " is not a fault of data centres");
    };
  }

  private boolean cutPower(Fault fault, int site) {
    List<Integer> off = cluster.machinesOf(site).stream().filter(cluster::isRunning).toList();
    off.forEach(cluster::cutPower);
    cures.accept(fault, () -> off.forEach(cluster::start));
    return !off.isEmpty();
  }
}
