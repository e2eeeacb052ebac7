package io.aumbry.cluster;

import io.aumbry.cluster.Rebalance.Stage;
import io.aumbry.protocol.runtime.Time;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.helix.AccessOption;
import org.apache.helix.HelixDataAccessor;
import org.apache.helix.HelixManager;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.IdealState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives nodes their fair share when an operator asks for it, or when one has next to nothing of it.
 * The controller that leads writes the plan into the memory of WAGED, which keeps to it, and stops
 * leading: who leads next, itself or another, moves replicas as always. The wish is taken back when
 * all is as planned. Used on one thread.
 */
final class Rebalancer {
  private static final Logger LOG = LoggerFactory.getLogger(Rebalancer.class);

  private final ClusterAddress address;
  private final int most;
  private final Time time;
  private final Runnable resign;

  /** Whether there is something to be done that no change may tell of. */
  private volatile boolean underWay;

  private HandedPlan handed = new HandedPlan();

  /**
   * For one controller, whatever connections it has.
   *
   * @param most partitions of which replicas move at once
   * @param resign has this controller stop to lead, and then begin anew
   */
  Rebalancer(ClusterAddress address, int most, Time time, Runnable resign) {
    this.address = address;
    this.most = most;
    this.time = time;
    this.resign = resign;
  }

  /** Does what is to be done now; to be called after each change, and not in maintenance. */
  void look(HelixManager manager, List<IdealState> resources, ClusterConfig settings) {
    HelixDataAccessor accessor = manager.getHelixDataAccessor();
    Placements now = Placements.of(accessor, resources, settings);
    Stage stage = Rebalance.stage(settings.getRecord());
    underWay = stage == Stage.RUNNING || stage == Stage.STOPPING;
    switch (stage) {
      case NONE -> beginForIdle(accessor, now);
      case RUNNING -> {
        if (now.obstacle().isEmpty()) {
          goOn(manager, now, PlanStep.of(now, now.spread(), most), Stage.NONE);
        }
      }
      case STOPPING -> goOn(manager, now, now.asTheyServe(), Stage.STOPPED);
      case STOPPED -> LOG.atDebug().log("replicas stay where they are, by an operator");
    }
  }

  /** Whether to look again after a while. Callable from any thread. */
  boolean isUnderWay() {
    return underWay;
  }

  private void beginForIdle(HelixDataAccessor accessor, Placements now) {
    Set<String> idle = now.idle();
    if (idle.isEmpty()) {
      return;
    }
    // What is in the way may go without a change that is told.
    underWay = now.obstacle().isPresent();
    if (!underWay && now.isMoreFor(idle, now.spread())) {
      say("replicas move, since nodes have next to none: " + idle);
      change(accessor, Stage.NONE, Stage.RUNNING);
    }
  }

  private void goOn(
      HelixManager manager, Placements now, Map<Integer, List<String>> plan, Stage end) {
    // What was handed over before, and not kept to yet, may still be.
    boolean isLast = end == Stage.NONE || handed.isFor(plan);
    if (!now.areWanted(plan) || !isLast) {
      hand(manager, now, plan);
    } else if (end == Stage.STOPPED || now.isReached()) {
      say(end == Stage.STOPPED ? "replicas stay where they are" : "each node has its share");
      handed = new HandedPlan();
      HelixDataAccessor accessor = manager.getHelixDataAccessor();
      change(accessor, end == Stage.STOPPED ? Stage.STOPPING : Stage.RUNNING, end);
    }
  }

  private void hand(HelixManager manager, Placements seen, Map<Integer, List<String>> plan) {
    long now = time.monotonicNanos();
    if (!manager.isLeader() || !handed.isDue(plan, seen::areWanted, now)) {
      return;
    }
    handed.note(plan, now);
    try (PlannedAssignment memory =
        new PlannedAssignment(address.zkConnect(), address.clusterName())) {
      if (memory.has(seen.resources(), plan)) {
        return;
      }
      memory.write(seen.resources(), plan);
    }
    say(seen.moves(plan) + " replicas are to be on other nodes");
    resign.run();
  }

  private static void change(HelixDataAccessor accessor, Stage from, Stage to) {
    accessor
        .getBaseDataAccessor()
        .update(
            accessor.keyBuilder().clusterConfig().getPath(),
            settings -> Rebalance.with(settings, from, to),
            AccessOption.PERSISTENT);
  }

  private void say(String what) {
    LOG.atInfo().addKeyValue("cluster", address).log(what);
  }
}
