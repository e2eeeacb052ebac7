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
 * One replica, from its first transition until it is dropped, under a coordinator. Its sessions end
 * at given steps. The host that it runs on keeps nothing and checks these invariants:
 *
 * <ul>
 *   <li>Transitions come one at a time, and the table allows them.
 *   <li>Only a wish of the current session makes the replica lead, closes it or drops it.
 *   <li>A transition that waits for peers learns that its session has ended.
 *   <li>The replica gives up leading when the next session begins.
 * </ul>
 */
final class ReplicaLife implements ReplicaHost {
  private static final int PARTITION = 7;
  private static final Duration TICK = Duration.ofMillis(1);

  /** How long the replica leads before it is wanted elsewhere. */
  private static final Duration LEADS = Duration.ofMillis(5);

  private static final double ENDS_AFTER_SECONDS = 30;
  private static final int WAITS = 5;

  private final SimulatedScheduler scheduler;
  private final SimulatedProcess node;
  private final SimulatedProcess coordinator;
  private final SimulatedReplicas replicas;
  private final SortedSet<Long> ends;
  private final List<ReplicaState> reached = new ArrayList<>();

  /** The states that the coordinator has asked for in this session. */
  private final Set<ReplicaState> wished = EnumSet.noneOf(ReplicaState.class);

  private ReplicaState state = ReplicaState.OFFLINE;
  private ReplicaState said = ReplicaState.OFFLINE;
  private ReplicaState wanted = ReplicaState.LEADER;
  private boolean isBusy;
  private boolean isPending;
  private int session;
  private int transitions;
  private int failing = -1;

  /**
   * A life that has not begun.
   *
   * @param ends the steps of the scheduler at which a session ends
   */
  ReplicaLife(long seed, SortedSet<Long> ends) {
    this.scheduler = new SimulatedScheduler(seed, new Trace(_ -> {}));
    this.node = SimulatedProcess.outside(scheduler, "node");
    this.coordinator = SimulatedProcess.outside(scheduler, "coordinator");
    this.replicas = new SimulatedReplicas(scheduler, node, new Metrics());
    this.ends = ends;
  }

  /** Has the coordinator change its mind after some time, whatever goes on then. */
  ReplicaLife unwantedAfter(Duration span) {
    coordinator.schedule(span, this::wantElsewhere);
    return this;
  }

  /** Has one transition fail, counted from the first. */
  ReplicaLife failingAt(int transition) {
    failing = transition;
    return this;
  }

  /** The states that the replica has reached, in this order. */
  List<ReplicaState> reached() {
    return reached;
  }

  /**
   * Runs until the replica is dropped.
   *
   * @return the steps that it took
   * @throws Finding when an invariant does not hold
   */
  long run() {
    begin();
    coordinator.start("steer", this::steer);
    node.start("rebuild", this::rebuild);
    SortedSet<Long> left = new TreeSet<>(ends);
    long limit = (long) (ENDS_AFTER_SECONDS * 1e9);
    while (said != ReplicaState.DROPPED && scheduler.step(limit)) {
      if (!left.isEmpty() && scheduler.steps() > left.first()) {
        left.removeFirst();
        begin();
      }
    }
    if (said != ReplicaState.DROPPED || state != ReplicaState.OFFLINE) {
      throw new Finding("it ends in " + state + ", said to be " + said + ", after " + reached);
    }
    return scheduler.steps();
  }

  /** A session ends, and the next one begins. */
  private void begin() {
    wished.clear();
    isPending = false;
    said = ReplicaState.OFFLINE;
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
    return switch (said) {
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
    wished.add(to);
    int in = session;
    SimulatedReplicas.Wish wish = new SimulatedReplicas.Wish(in, said, to);
    node.start(
        "transition", () -> replicas.transition(this, PARTITION, wish, now -> told(in, now)));
  }

  private void told(int in, ReplicaState now) {
    if (in == session) {
      isPending = false;
      said = now;
      if (now == ReplicaState.LEADER) {
        coordinator.schedule(LEADS, this::wantElsewhere);
      }
      require(
          state != ReplicaState.LEADER || wished.contains(ReplicaState.LEADER),
          "it leads on in session " + session);
    }
  }

  /** As the node does with its replicas in ERROR. */
  private void rebuild() {
    while (true) {
      node.pause(Duration.ofMillis(20));
      if (state == ReplicaState.ERROR && !isBusy) {
        int in = session;
        replicas.restart(PARTITION, () -> state == ReplicaState.ERROR, now -> told(in, now));
      }
      replicas.compare(_ -> Optional.of(said).filter(_ -> !isPending), (_, now) -> said = now);
    }
  }

  @Override
  public boolean transition(
      int partition, ReplicaState from, ReplicaState to, BooleanSupplier still) {
    require(!isBusy, "two transitions at once, one to " + to);
    require(from == state && from.next().contains(to), "no step " + from + " to " + to);
    require(
        isAsked(from, to),
        "session " + session + " asked for " + wished + " and not for " + to + " after " + reached);
    isBusy = true;
    int in = session;
    node.pause(TICK);
    boolean there = !waits(from, to) || await(in, still);
    if (there) {
      if (transitions++ == failing) {
        state = ReplicaState.ERROR;
        isBusy = false;
        throw new AumbryException(ErrorCode.DISK_FAILED, "as told");
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

  /** A step that ends service or grants the lead needs a wish of this session. */
  private boolean isAsked(ReplicaState from, ReplicaState to) {
    return switch (to) {
      case LEADER, DROPPED -> wished.contains(to);
      case INACTIVE -> wished.contains(to) || isClosed();
      case OFFLINE -> from == ReplicaState.ERROR || isClosed();
      case BOOTSTRAP, STANDBY, ERROR -> true;
    };
  }

  /** The coordinator wants it closed, or opened again because it does not serve. */
  private boolean isClosed() {
    return wished.contains(ReplicaState.OFFLINE)
        || wished.contains(ReplicaState.DROPPED)
        || (wished.contains(ReplicaState.BOOTSTRAP) && !hasGoneOn(PARTITION));
  }

  private static boolean waits(ReplicaState from, ReplicaState to) {
    return to == ReplicaState.DROPPED
        || (from == ReplicaState.BOOTSTRAP && to == ReplicaState.STANDBY);
  }

  /** It waits for peers. */
  private boolean await(int in, BooleanSupplier still) {
    for (int i = 0; i < WAITS; i++) {
      if (!still.getAsBoolean()) {
        return false;
      }
      node.pause(TICK);
      require(in == session || !still.getAsBoolean(), "it waits on for a session that has ended");
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
}
