package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What a process does of its coordinator's wishes, as {@code io.aumbry.cluster.HelixReplica} does
 * it of Helix's: in a new session the coordinator begins anew at OFFLINE, while the replica is
 * where it was, goes on serving, and gives up leading. A wish to serve leaves it as it is; any
 * other takes it to OFFLINE first. A wish that begins where the replica is not by what the process
 * has said last is not listened to.
 */
final class SimulatedReplicas {
  private final SimulatedScheduler scheduler;
  private final SimulatedProcess process;
  private final Map<Integer, Steps> replicas = new TreeMap<>();
  private int session;

  SimulatedReplicas(SimulatedScheduler scheduler, SimulatedProcess process) {
    this.scheduler = scheduler;
    this.process = process;
  }

  /** One replica. */
  private static final class Steps {
    /** One transition at a time. */
    private final ReentrantLock turn = new ReentrantLock();

    private ReplicaState reached = ReplicaState.OFFLINE;

    /** What the coordinator believes, or will. */
    private ReplicaState said = ReplicaState.OFFLINE;

    private boolean leadsNoMore;

    /** Something else is wished than what is under way. */
    private boolean withdrawn;
  }

  /**
   * The process has a session, of which it hears now; what it led may be led by another one.
   *
   * @return its number
   */
  int sessionBegins(ReplicaHost host) {
    session++;
    replicas.forEach((partition, steps) -> {
      steps.leadsNoMore = true;
      steps.said = ReplicaState.OFFLINE;
      process.start("give up leading", () -> giveUpLeading(host, partition, steps));
    });
    return session;
  }

  private void giveUpLeading(ReplicaHost host, int partition, Steps steps) {
    steps.turn.lock();
    try {
      if (steps.leadsNoMore && steps.reached == ReplicaState.LEADER) {
        step(host, partition, steps, ReplicaState.STANDBY);
      }
    } finally {
      steps.turn.unlock();
    }
  }

  /** A wish in a session; {@code told} what came of it, on a thread of the process. */
  void transition(ReplicaHost host, int partition, Wish wish, Consumer<ReplicaState> told) {
    Steps steps = replicas.computeIfAbsent(partition, _ -> new Steps());
    steps.turn.lock();
    try {
      if (wish.session == session && wish.from == steps.said) {
        steps.leadsNoMore = false;
        steps.withdrawn = false;
        boolean ahead = goesOn(host, partition, steps, wish);
        if (!ahead) {
          way(steps.reached, wish).forEach(each -> step(host, partition, steps, each));
        }
        if (wish.session == session) {
          tell(steps, ahead ? wish.to : steps.reached, told);
        }
        replicas.values().removeIf(each -> each.reached == ReplicaState.DROPPED);
      }
    } finally {
      steps.turn.unlock();
    }
  }

  /** What is under way is not wished any more. */
  void withdraw(int partition) {
    Optional.ofNullable(replicas.get(partition)).ifPresent(steps -> steps.withdrawn = true);
  }

  /** Whether it serves already, as is wished. */
  private boolean goesOn(ReplicaHost host, int partition, Steps steps, Wish wish) {
    if (wish.from == ReplicaState.BOOTSTRAP) {
      return wish.to == ReplicaState.STANDBY && steps.reached == ReplicaState.STANDBY;
    }
    if (wish.from != ReplicaState.OFFLINE || wish.to != ReplicaState.BOOTSTRAP) {
      return false;
    }
    if (steps.reached == ReplicaState.LEADER) {
      step(host, partition, steps, ReplicaState.STANDBY);
    }
    return steps.reached == ReplicaState.STANDBY && host.hasGoneOn(partition);
  }

  private static void tell(Steps steps, ReplicaState state, Consumer<ReplicaState> told) {
    steps.said = state;
    told.accept(state);
  }

  /** Takes one that has failed to OFFLINE; on a thread of the process. */
  void restart(
      ReplicaHost host, int partition, BooleanSupplier failed, Consumer<ReplicaState> told) {
    Steps steps = replicas.computeIfAbsent(partition, _ -> new Steps());
    steps.turn.lock();
    try {
      if (failed.getAsBoolean()) {
        if (steps.reached != ReplicaState.OFFLINE) {
          steps.reached = ReplicaState.ERROR;
          step(host, partition, steps, ReplicaState.OFFLINE);
        }
        tell(steps, steps.reached, told);
      }
    } finally {
      steps.turn.unlock();
    }
  }

  /** From where to where, and in which session. */
  record Wish(int session, ReplicaState from, ReplicaState to) {}

  private void step(ReplicaHost host, int partition, Steps steps, ReplicaState to) {
    int wishedIn = session;
    try {
      BooleanSupplier wanted = () -> session == wishedIn && !steps.withdrawn;
      if (host.transition(partition, steps.reached, to, wanted)) {
        steps.reached = to;
      }
    } catch (AumbryException e) {
      steps.reached = ReplicaState.ERROR;
      scheduler.event(
          process.name(), "partition " + partition + " to " + to + ": " + e.getMessage());
    }
  }

  /** By way of OFFLINE when it is not where it is believed to be. */
  private static List<ReplicaState> way(ReplicaState reached, Wish wish) {
    List<ReplicaState> steps =
        new ArrayList<>(reached == wish.from ? List.of() : wayToOffline(reached));
    if (steps.isEmpty() || wish.to != ReplicaState.OFFLINE) {
      steps.add(wish.to);
    }
    return steps;
  }

  private static List<ReplicaState> wayToOffline(ReplicaState reached) {
    return switch (reached) {
      case LEADER -> List.of(ReplicaState.STANDBY, ReplicaState.INACTIVE, ReplicaState.OFFLINE);
      case STANDBY -> List.of(ReplicaState.INACTIVE, ReplicaState.OFFLINE);
      case INACTIVE, BOOTSTRAP, ERROR -> List.of(ReplicaState.OFFLINE);
      case OFFLINE, DROPPED -> List.of();
    };
  }
}
