package io.aumbry.tests.simulation.cluster;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.participant.HelixReplica;
import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.apache.helix.HelixRollbackException;
import org.apache.helix.NotificationContext;
import org.apache.helix.model.Message;
import org.apache.helix.model.Message.MessageType;

/**
 * Helix in the process of a node, around the product's own {@link HelixReplica}. It models Helix
 * 2.0.1 in these points:
 *
 * <ul>
 *   <li>It resets the replicas when a session begins, and takes messages only then.
 *   <li>It discards a message of another session, or for a replica in another state.
 *   <li>It runs each transition on a thread that outlives the session.
 *   <li>It reports the result only to the session that sent the message.
 * </ul>
 */
final class SimulatedReplicas {
  private static final Duration SOON = Duration.ofMillis(1);

  /** A thread takes up to this time to start, in {@link #LATE_SHARE} of the cases. */
  private static final Duration LATE = Duration.ofMillis(300);

  private static final double LATE_SHARE = 0.05;

  private final SimulatedScheduler scheduler;
  private final SimulatedProcess process;
  private final SplittableRandom random;
  private final ClusterMetrics metrics;
  private final IntConsumer opened;
  private final Map<Integer, HelixReplica> replicas = new TreeMap<>();

  /** The session of the process; 0 before the first one. */
  private int session;

  private int taken;

  /**
   * Starts without a session.
   *
   * @param opened receives each partition whose store the process has opened
   */
  SimulatedReplicas(
      SimulatedScheduler scheduler, SimulatedProcess process, Metrics metrics, IntConsumer opened) {
    this.opened = opened;
    this.scheduler = scheduler;
    this.process = process;
    this.random = scheduler.random();
    this.metrics = new ClusterMetrics(metrics, process.time());
  }

  /** A message of the coordinator that requests a transition in a session. */
  record Wish(int session, ReplicaState from, ReplicaState to) {}

  /**
   * Tells the process about its new session. Other nodes may lead its partitions by now.
   *
   * @return the number of the session
   */
  int sessionBegins() {
    int begun = ++session;
    process.start(
        "session",
        () -> {
          for (HelixReplica replica : List.copyOf(replicas.values())) {
            replica.reset();
            replica.updateState(ReplicaState.OFFLINE.name());
          }
          taken = Math.max(taken, begun);
        });
    return begun;
  }

  /** Runs a transition of a replica. {@code told} receives the resulting state. */
  void transition(ReplicaHost host, int partition, Wish wish, Consumer<ReplicaState> told) {
    while (taken < wish.session()) {
      process.pause(SOON);
    }
    HelixReplica replica = replicas.computeIfAbsent(partition, id -> begin(host, id));
    if (wish.session() == session && replica.getCurrentState().equals(wish.from().name())) {
      awaitThread();
      ReplicaState reached = perform(replica, partition, wish);
      if (reached == ReplicaState.BOOTSTRAP) {
        opened.accept(partition);
      }
      if (wish.session() == session) {
        if (reached == ReplicaState.DROPPED) {
          replicas.remove(partition);
        } else {
          replica.updateState(reached.name());
        }
        told.accept(reached);
      }
    }
  }

  private HelixReplica begin(ReplicaHost host, int partition) {
    HelixReplica replica =
        new HelixReplica(partition, host, metrics, () -> Integer.toString(session));
    replica.updateState(ReplicaState.OFFLINE.name());
    return replica;
  }

  private void awaitThread() {
    if (random.nextDouble() < LATE_SHARE) {
      process.pause(Duration.ofNanos(random.nextLong(LATE.toNanos())));
    }
  }

  private ReplicaState perform(HelixReplica replica, int partition, Wish wish) {
    Message message = new Message(MessageType.STATE_TRANSITION, "wish");
    message.setFromState(wish.from().name());
    message.setToState(wish.to().name());
    message.setTgtSessionId(Integer.toString(wish.session()));
    try {
      replica.transition(message, new NotificationContext(null));
      return wish.to();
    } catch (HelixRollbackException e) {
      return wish.from();
    } catch (Finding e) {
      throw e;
    } catch (RuntimeException e) {
      scheduler.event(
          process.name(), "partition " + partition + " to " + wish.to() + ": " + e.getMessage());
      return ReplicaState.ERROR;
    }
  }

  void withdraw(int partition) {
    Optional.ofNullable(replicas.get(partition)).ifPresent(HelixReplica::cancel);
  }

  /** Takes a failed replica to OFFLINE. Must run on a thread of the process. */
  void restart(int partition, BooleanSupplier failed, Consumer<ReplicaState> told) {
    Optional.ofNullable(replicas.get(partition))
        .ifPresent(replica -> replica.restart(failed, () -> told.accept(ReplicaState.OFFLINE)));
  }

  /**
   * Compares the replicas with the states that the coordinator knows.
   *
   * @param said the known state of a partition, if any
   */
  void compare(IntFunction<Optional<ReplicaState>> said, Told told) {
    Map.copyOf(replicas)
        .forEach((partition, replica) ->
            said.apply(partition)
                .ifPresent(
                    state -> replica.compare(state.name(), now -> told.accept(partition, now))));
  }

  /** Receives the state of a replica. */
  interface Told {
    void accept(int partition, ReplicaState state);
  }
}
