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
 * One replica's wishes from Helix, handed to its {@link ReplicaHost}.
 *
 * <p>When a session with ZooKeeper ends, Helix begins anew at OFFLINE, while the replica is still
 * where it was: it goes on serving, but gives up leading, since another may lead now. Where Helix
 * wishes it to serve again, by way of BOOTSTRAP, it stays as it is, and serves all the while: a
 * replica that was away and comes back complete may answer at once, and this one was not even away.
 * With any other wish it first goes to OFFLINE, step by step, so that the host only ever sees steps
 * of its table.
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

  /** The session of this process, or "" while it has none. */
  private final Supplier<String> session;

  /** Guards {@link #reached}, and gives the host one transition of this replica at a time. */
  private final ReentrantLock turn = new ReentrantLock();

  /** Set when a session has ended, until the replica has given up what only a session may have. */
  private final AtomicBoolean sessionEnded = new AtomicBoolean();

  /** Set when the controller wants something else than what is under way. */
  private volatile boolean withdrawn;

  /** Where the host has the replica, which after a lost session is not what Helix believes. */
  private ReplicaState reached = OFFLINE;

  /** What was wrong when it was last compared; guarded by {@link #turn}. */
  private Optional<String> doubted = Optional.empty();

  /**
   * A replica in state OFFLINE.
   *
   * @param session the session of this process, or "" while it has none
   */
  public HelixReplica(
      int partition, ReplicaHost host, ClusterMetrics metrics, Supplier<String> session) {
    this.partition = partition;
    this.host = host;
    this.metrics = metrics;
    this.session = session;
  }

  /** Every transition there is: which are legal is said by the definition that Helix follows. */
  @Transition(from = "*", to = "*")
  public void transition(Message message, NotificationContext context)
      throws HelixRollbackException {
    ReplicaState from = ReplicaState.valueOf(message.getFromState());
    ReplicaState to = ReplicaState.valueOf(message.getToState());
    BooleanSupplier inSession = () -> session.get().equals(message.getTgtSessionId());
    boolean there;
    turn.lock();
    try {
      there = inSession.getAsBoolean() && live(from, to, inSession);
    } finally {
      turn.unlock();
    }
    settle();
    if (!there) {
      throw new HelixRollbackException(
          "partition " + partition + " is not to become " + to + " any more, it stays " + from);
    }
  }

  /**
   * Takes the steps to a state, as long as the session lasts that the controller asked in. Helix
   * does not stop the transitions of a session when it ends, not even those that wait to begin.
   */
  private boolean live(ReplicaState from, ReplicaState to, BooleanSupplier inSession) {
    sessionEnded.set(false);
    withdrawn = false;
    BooleanSupplier wanted = () -> isWanted() && inSession.getAsBoolean();
    Iterator<ReplicaState> way = way(from, to).iterator();
    boolean there = true;
    while (there && way.hasNext()) {
      there = inSession.getAsBoolean() && !sessionEnded.get() && step(way.next(), wanted);
    }
    return there;
  }

  /** Without the annotation of its parent, so that {@link #transition} is found for it. */
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
   * Takes a replica that has failed to OFFLINE, whatever Helix believes of it. It waits for a
   * transition that is under way.
   *
   * @param failed whether it still has
   * @param tell tells the controller that it is OFFLINE. No transition begins before that is done:
   *     what came of it would be overwritten. The monitor is that by which Helix tells the same
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
   * Compares what the cluster has been told of this replica with what is so; to be called now and
   * then. What differs twice is told anew: as long as it does, Helix refuses each wish of the
   * controller here, or the controller has none, since the replica is in ERROR for it. Helix makes
   * such a difference when a session ends at the wrong moment.
   *
   * @param said what the cluster has been told, before this call
   */
  public void compare(String said, Consumer<ReplicaState> tell) {
    if (!turn.tryLock()) {
      return;
    }
    try {
      synchronized (this) {
        boolean wrong =
            !said.equals(getCurrentState()) || (said.equals(ERROR.name()) && reached != ERROR);
        if (wrong && Optional.of(said).equals(doubted)) {
          tellAnew(said, tell);
        }
        doubted = wrong ? Optional.of(said) : Optional.empty();
      }
    } finally {
      turn.unlock();
    }
    settle();
  }

  private void tellAnew(String said, Consumer<ReplicaState> tell) {
    if (getCurrentState().equals(ERROR.name()) && reached != ERROR) {
      giveUpLeading();
      updateState(reached.name());
    }
    LOG.atWarn()
        .addKeyValue("partition", partition)
        .addKeyValue("said", said)
        .addKeyValue("is", getCurrentState())
        .log("the cluster has been told something else of a replica than is so; told anew");
    metrics.stateCorrected();
    tell.accept(ReplicaState.valueOf(getCurrentState()));
  }

  /** Never waits for a transition that waits for its peers: that one looks here. */
  @Override
  public void reset() {
    sessionEnded.set(true);
    settle();
  }

  private void settle() {
    while (sessionEnded.get() && turn.tryLock()) {
      try {
        sessionEnded.set(false);
        giveUpLeading();
      } finally {
        turn.unlock();
      }
    }
  }

  private void giveUpLeading() {
    if (reached == LEADER) {
      try {
        step(STANDBY, this::isWanted);
      } catch (RuntimeException e) {
        LOG.atError()
            .addKeyValue("partition", partition)
            .setCause(e)
            .log("cannot give up leading after the session with ZooKeeper ended");
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
        .log("replica is in error");
  }

  private boolean step(ReplicaState to, BooleanSupplier wanted) {
    ReplicaState from = reached;
    ClusterMetrics.Transition transition = metrics.begin(to);
    Outcome outcome = Outcome.FAILED;
    reached = ERROR;
    try {
      boolean there = host.transition(partition, from, to, wanted);
      reached = there ? begunAnew(to) : from;
      outcome = there ? Outcome.DONE : Outcome.WITHDRAWN;
      return there;
    } finally {
      transition.end(outcome);
    }
  }

  /** Nothing is left of one that was dropped: should it be wished anew, it is made. */
  private static ReplicaState begunAnew(ReplicaState state) {
    return state == DROPPED ? OFFLINE : state;
  }

  private boolean isWanted() {
    return !withdrawn && !sessionEnded.get();
  }

  /**
   * The steps that a wish takes from where the replica is, which may not be what Helix believes: a
   * session has ended, or what was done could not be told, and Helix wishes it once more.
   */
  private List<ReplicaState> way(ReplicaState believed, ReplicaState to) {
    if (reached == believed) {
      return List.of(to);
    }
    if (believed != OFFLINE) {
      return ReplicaPath.between(reached, to);
    }
    if (to == BOOTSTRAP && goesOn()) {
      return List.of();
    }
    List<ReplicaState> steps = new ArrayList<>(ReplicaPath.between(reached, believed));
    steps.add(to);
    return steps;
  }

  private boolean goesOn() {
    if (reached == LEADER) {
      step(STANDBY, this::isWanted);
    }
    return reached == STANDBY && host.hasGoneOn(partition);
  }
}
