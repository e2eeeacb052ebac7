package io.aumbry.cluster.participant;

import static io.aumbry.protocol.cluster.ReplicaState.BOOTSTRAP;
import static io.aumbry.protocol.cluster.ReplicaState.DROPPED;
import static io.aumbry.protocol.cluster.ReplicaState.ERROR;
import static io.aumbry.protocol.cluster.ReplicaState.LEADER;
import static io.aumbry.protocol.cluster.ReplicaState.OFFLINE;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.helix.ClusterMetrics.Outcome;
import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.helix.HelixRollbackException;
import org.apache.helix.NotificationContext;
import org.apache.helix.model.Message;
import org.apache.helix.participant.statemachine.StateModel;
import org.apache.helix.participant.statemachine.StateModelInfo;
import org.apache.helix.participant.statemachine.StateTransitionError;
import org.apache.helix.participant.statemachine.Transition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the transitions of a replica from Helix to its {@link ReplicaHost}.
 *
 * <p>When a session ends, Helix starts again at OFFLINE, while the actual replica keeps its state.
 * It continues to serve, but stops leading, because another replica may lead now. If Helix then
 * asks it to serve again by way of BOOTSTRAP, it stays as it is. Otherwise it first goes to OFFLINE
 * step by step, so that the host sees only legal steps.
 *
 * <p>Helix finds {@link #transition} by reflection, so the class is public.
 */
@StateModelInfo(
    initialState = "OFFLINE",
    states = {"LEADER", "STANDBY", "BOOTSTRAP", "INACTIVE", "OFFLINE", "DROPPED", "ERROR"})
public final class HelixReplica extends StateModel {
  private static final Logger LOG = LoggerFactory.getLogger(HelixReplica.class);

  private final int partition;
  private final ReplicaHost host;
  private final ClusterMetrics metrics;

  private final Supplier<String> session;

  /** Guards {@link #reached} and {@link #lastWrongState}. The holder alone calls the host. */
  private final ReentrantLock turn = new ReentrantLock();

  /** Set when a session ends, until the replica has stopped leading. */
  private final AtomicBoolean sessionEnded = new AtomicBoolean();

  /** Set when the controller cancels the running transition. */
  private volatile boolean withdrawn;

  /** The actual state, which differs from Helix's after a lost session. */
  private ReplicaState reached = OFFLINE;

  private Optional<String> lastWrongState = Optional.empty();

  public HelixReplica(
      int partition, ReplicaHost host, ClusterMetrics metrics, Supplier<String> session) {
    this.partition = partition;
    this.host = host;
    this.metrics = metrics;
    this.session = session;
  }

  /** Handles all transitions. The state model that Helix follows defines which are legal. */
  @Transition(from = "*", to = "*")
  public void transition(Message message, NotificationContext context)
      throws HelixRollbackException {
    ReplicaState from = ReplicaState.valueOf(message.getFromState());
    ReplicaState to = ReplicaState.valueOf(message.getToState());
    BooleanSupplier inSession = () -> session.get().equals(message.getTgtSessionId());
    boolean reachedTarget;
    turn.lock();
    try {
      reachedTarget = inSession.getAsBoolean() && takeSteps(from, to, inSession);
    } finally {
      turn.unlock();
    }
    settle();
    if (!reachedTarget) {
      throw new HelixRollbackException(
          "partition " + partition + " is no longer to become " + to + ", it stays " + from);
    }
  }

  /**
   * Takes steps while the controller's session lasts. Helix does not stop the transitions of an
   * ended session, not even queued ones.
   */
  private boolean takeSteps(ReplicaState from, ReplicaState to, BooleanSupplier inSession) {
    sessionEnded.set(false);
    withdrawn = false;
    BooleanSupplier wanted = () -> isWanted() && inSession.getAsBoolean();
    Iterator<ReplicaState> path = path(from, to).iterator();
    boolean reachedTarget = true;
    while (reachedTarget && path.hasNext()) {
      reachedTarget = inSession.getAsBoolean() && !sessionEnded.get() && step(path.next(), wanted);
    }
    return reachedTarget;
  }

  /** Without the annotation of the parent's method, so that Helix uses {@link #transition}. */
  @Override
  public void onBecomeDroppedFromError(Message message, NotificationContext context)
      throws HelixRollbackException {
    transition(message, context);
  }

  /** As above. */
  @Override
  public void onBecomeErrorFromAny(Message message, NotificationContext context)
      throws HelixRollbackException {
    transition(message, context);
  }

  @Override
  public void cancel() {
    withdrawn = true;
  }

  @Override
  public boolean isCancelled() {
    return withdrawn;
  }

  /**
   * Takes a failed replica to OFFLINE, whatever state Helix assumes. Waits for a running
   * transition.
   *
   * @param failed whether the replica is still failed
   * @param tell reports OFFLINE to the controller. It runs before any other transition, which would
   *     otherwise be overwritten, and under the monitor that Helix uses for its own reports
   */
  public void restart(BooleanSupplier failed, Runnable tell) {
    turn.lock();
    try {
      if (failed.getAsBoolean()) {
        if (reached != OFFLINE) {
          reached = ERROR;
          step(OFFLINE, this::isWanted);
        }
        synchronized (this) {
          updateState(OFFLINE.name());
          tell.run();
        }
      }
    } finally {
      turn.unlock();
    }
  }

  /**
   * Compares the reported with the actual state. A difference found twice is corrected. Otherwise
   * Helix would refuse each transition, or the controller would see an ERROR and request none.
   *
   * @param reported the state that was reported before this call
   */
  public void compare(String reported, Consumer<ReplicaState> tell) {
    if (!turn.tryLock()) {
      return;
    }
    try {
      synchronized (this) {
        boolean wrong =
            !reported.equals(getCurrentState())
                || (reported.equals(ERROR.name()) && reached != ERROR);
        if (wrong && Optional.of(reported).equals(lastWrongState)) {
          correct(reported, tell);
        }
        lastWrongState = wrong ? Optional.of(reported) : Optional.empty();
      }
    } finally {
      turn.unlock();
    }
    settle();
  }

  private void correct(String reported, Consumer<ReplicaState> tell) {
    if (getCurrentState().equals(ERROR.name()) && reached != ERROR) {
      stopLeading();
      updateState(reached.name());
    }
    LOG.atWarn()
        .addKeyValue("partition", partition)
        .addKeyValue("reported", reported)
        .addKeyValue("actual", getCurrentState())
        .log("The reported state of a replica was wrong; corrected");
    metrics.stateCorrected();
    tell.accept(ReplicaState.valueOf(getCurrentState()));
  }

  /** Must not wait for a transition that waits for peers. Such a transition checks this itself. */
  @Override
  public void reset() {
    sessionEnded.set(true);
    settle();
  }

  private void settle() {
    while (sessionEnded.get() && turn.tryLock()) {
      try {
        sessionEnded.set(false);
        stopLeading();
      } finally {
        turn.unlock();
      }
    }
  }

  private void stopLeading() {
    if (reached == LEADER) {
      try {
        step(STANDBY, this::isWanted);
      } catch (RuntimeException e) {
        LOG.atError()
            .addKeyValue("partition", partition)
            .setCause(e)
            .log("Cannot stop leading after the ZooKeeper session ended");
      }
    }
  }

  @Override
  public void rollbackOnError(
      Message message, NotificationContext context, StateTransitionError error) {
    LOG.atError()
        .addKeyValue("partition", partition)
        .addKeyValue("from", message.getFromState())
        .addKeyValue("to", message.getToState())
        .setCause(error.getException())
        .log("Replica is in error");
  }

  private boolean step(ReplicaState to, BooleanSupplier wanted) {
    ReplicaState from = reached;
    ClusterMetrics.Transition transition = metrics.begin(to);
    Outcome outcome = Outcome.FAILED;
    reached = ERROR;
    try {
      boolean reachedTarget = host.transition(partition, from, to, wanted);
      reached = reachedTarget ? restarted(to) : from;
      outcome = reachedTarget ? Outcome.DONE : Outcome.WITHDRAWN;
      return reachedTarget;
    } finally {
      transition.end(outcome);
    }
  }

  private static ReplicaState restarted(ReplicaState state) {
    return state == DROPPED ? OFFLINE : state;
  }

  private boolean isWanted() {
    return !withdrawn && !sessionEnded.get();
  }

  /**
   * The steps to a state from the actual one. Helix may assume another state, after a lost session
   * or an unreported transition.
   */
  private List<ReplicaState> path(ReplicaState believed, ReplicaState to) {
    if (reached == believed) {
      return List.of(to);
    }
    if (believed != OFFLINE) {
      return ReplicaPath.between(reached, to);
    }
    if (to == BOOTSTRAP && canContinue()) {
      return List.of();
    }
    List<ReplicaState> steps = new ArrayList<>(ReplicaPath.between(reached, believed));
    steps.add(to);
    return steps;
  }

  private boolean canContinue() {
    if (reached == LEADER) {
      step(STANDBY, this::isWanted);
    }
    return reached == STANDBY && host.hasGoneOn(partition);
  }
}
