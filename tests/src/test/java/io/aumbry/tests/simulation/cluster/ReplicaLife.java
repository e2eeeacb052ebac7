package io.aumbry.tests.simulation.cluster;

import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.tests.simulation.engine.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * One replica under a coordinator, from its first transition until it is dropped. Its sessions end
 * at given steps. The host stores nothing and checks these invariants:
 *
 * <ul>
 *   <li>Transitions come one at a time, and the table of states allows them.
 *   <li>Only a request of the current session makes the replica lead, closes it or drops it.
 *   <li>A transition that waits for peers learns that its session has ended.
 *   <li>The replica gives up leading when the next session begins.
 * </ul>
 */
final class ReplicaLife implements ReplicaHost {
  private static final int PARTITION = 7;
  private static final Duration TICK = Duration.ofMillis(1);

  private static final Duration LEADS = Duration.ofMillis(5);

  private static final double ENDS_AFTER_SECONDS = 30;
  private static final int WAITS = 5;

  private final SimulatedScheduler scheduler;
  private final SimulatedProcess node;
  private final SimulatedProcess coordinator;
  private final SimulatedReplicas replicas;
  private final SortedSet<Long> ends;
  private final List<ReplicaState> reached = new ArrayList<>();

  private final Set<ReplicaState> requested = EnumSet.noneOf(ReplicaState.class);

  private ReplicaState state = ReplicaState.OFFLINE;
  private ReplicaState reported = ReplicaState.OFFLINE;
  private ReplicaState wanted = ReplicaState.LEADER;
  private boolean isBusy;
  private boolean isPending;
  private int session;
  private int transitions;
  private int failing = -1;

  /**
   * @param ends the steps of the scheduler at which a session ends
   */
  ReplicaLife(long seed, SortedSet<Long> ends) {
    this.scheduler = new SimulatedScheduler(seed, new Trace(_ -> {}));
    this.node = SimulatedProcess.outside(scheduler, "node");
    this.coordinator = SimulatedProcess.outside(scheduler, "coordinator");
    this.replicas = new SimulatedReplicas(scheduler, node, new Metrics(), _ -> {});
    this.ends = ends;
  }

  /** Makes the coordinator move the replica elsewhere after this time, in any state. */
  ReplicaLife unwantedAfter(Duration span) {
    coordinator.schedule(span, this::wantElsewhere);
    return this;
  }

  /** Makes one transition fail. Transitions are numbered from 0. */
  ReplicaLife failingAt(int transition) {
    failing = transition;
    return this;
  }

  List<ReplicaState> reached() {
    return reached;
  }

  /**
   * Runs until the replica is dropped.
   *
   * @return the number of steps
   * @throws Finding when an invariant is violated
   */
  long run() {
    begin();
    coordinator.start("steer", this::steer);
    node.start("rebuild", this::rebuild);
    SortedSet<Long> left = new TreeSet<>(ends);
    long limit = (long) (ENDS_AFTER_SECONDS * 1e9);
    while (reported != ReplicaState.DROPPED && scheduler.step(limit)) {
      if (!left.isEmpty() && scheduler.steps() > left.first()) {
        left.removeFirst();
        begin();
      }
    }
    if (reported != ReplicaState.DROPPED || state != ReplicaState.OFFLINE) {
      throw new Finding(
          "the replica ends in " + state + ", reported as " + reported + ", after " + reached);
    }
    return scheduler.steps();
  }

  private void begin() {
    requested.clear();
    isPending = false;
    reported = ReplicaState.OFFLINE;
    session = replicas.sessionBegins();
  }

  private void wantElsewhere() {
    wanted = ReplicaState.DROPPED;
    if (isPending) {
      replicas.withdraw(PARTITION);
    }
  }

  private void steer() {
    while (true) {
      next().filter(_ -> !isPending).ifPresent(this::wish);
      coordinator.pause(TICK);
    }
  }

  private Optional<ReplicaState> next() {
    boolean leads = wanted == ReplicaState.LEADER;
    return switch (reported) {
      case OFFLINE -> Optional.of(leads ? ReplicaState.BOOTSTRAP : ReplicaState.DROPPED);
      case BOOTSTRAP -> Optional.of(leads ? ReplicaState.STANDBY : ReplicaState.OFFLINE);
      case STANDBY -> Optional.of(leads ? ReplicaState.LEADER : ReplicaState.INACTIVE);
      case LEADER -> leads ? Optional.empty() : Optional.of(ReplicaState.STANDBY);
      case INACTIVE -> Optional.of(leads ? ReplicaState.STANDBY : ReplicaState.OFFLINE);
      case ERROR, DROPPED -> Optional.empty();
    };
  }

  private void wish(ReplicaState to) {
    isPending = true;
    requested.add(to);
    int in = session;
    SimulatedReplicas.Wish wish = new SimulatedReplicas.Wish(in, reported, to);
    node.start(
        "transition", () -> replicas.transition(this, PARTITION, wish, now -> told(in, now)));
  }

  private void told(int in, ReplicaState now) {
    if (in == session) {
      isPending = false;
      reported = now;
      if (now == ReplicaState.LEADER) {
        coordinator.schedule(LEADS, this::wantElsewhere);
      }
      require(
          state != ReplicaState.LEADER || requested.contains(ReplicaState.LEADER),
          "the replica still leads in session " + session);
    }
  }

  private void rebuild() {
    while (true) {
      node.pause(Duration.ofMillis(20));
      if (state == ReplicaState.ERROR && !isBusy) {
        int in = session;
        replicas.restart(PARTITION, () -> state == ReplicaState.ERROR, now -> told(in, now));
      }
      replicas.compare(
          _ -> Optional.of(reported).filter(_ -> !isPending), (_, now) -> reported = now);
    }
  }

  @Override
  public boolean transition(
      int partition, ReplicaState from, ReplicaState to, BooleanSupplier still) {
    require(!isBusy, "two transitions at once, one to " + to);
    require(
        from == state && from.next().contains(to),
        "the table has no transition " + from + " to " + to);
    require(
        isAsked(from, to),
        "session " + session + " requested " + requested + " but not " + to + " after " + reached);
    isBusy = true;
    int in = session;
    node.pause(TICK);
    boolean there = !waits(from, to) || await(in, still);
    if (there) {
      if (transitions++ == failing) {
        state = ReplicaState.ERROR;
        isBusy = false;
        throw new AumbryException(ErrorCode.DISK_FAILED, "planned failure");
      }
      state = to == ReplicaState.DROPPED ? ReplicaState.OFFLINE : to;
      reached.add(to);
      node.pause(TICK);
    }
    isBusy = false;
    return there;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new Finding(otherwise);
    }
  }

  /** Closing or dropping the replica, or making it lead, needs a request of this session. */
  private boolean isAsked(ReplicaState from, ReplicaState to) {
    return switch (to) {
      case LEADER, DROPPED -> requested.contains(to);
      case INACTIVE -> requested.contains(to) || isClosed();
      case OFFLINE -> from == ReplicaState.ERROR || isClosed();
      case BOOTSTRAP, STANDBY, ERROR -> true;
    };
  }

  private boolean isClosed() {
    return requested.contains(ReplicaState.OFFLINE)
        || requested.contains(ReplicaState.DROPPED)
        || (requested.contains(ReplicaState.BOOTSTRAP) && !hasGoneOn(PARTITION));
  }

  private static boolean waits(ReplicaState from, ReplicaState to) {
    return to == ReplicaState.DROPPED
        || (from == ReplicaState.BOOTSTRAP && to == ReplicaState.STANDBY);
  }

  private boolean await(int in, BooleanSupplier still) {
    for (int i = 0; i < WAITS; i++) {
      if (!still.getAsBoolean()) {
        return false;
      }
      node.pause(TICK);
      require(
          in == session || !still.getAsBoolean(),
          "the transition still waits although its session has ended");
    }
    return still.getAsBoolean();
  }

  @Override
  public boolean hasGoneOn(int partition) {
    return state == ReplicaState.STANDBY;
  }

  @Override
  public Set<Integer> partitions() {
    return Set.of();
  }

  @Override
  public Set<Integer> completeStores() {
    return Set.of();
  }
}
