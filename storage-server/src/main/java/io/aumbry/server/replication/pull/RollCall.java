package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.HostedReplica;
import java.time.Duration;
import java.util.List;

/**
 * Decides when a puller exchanges tokens and ends of stores for the replicas that it does not pull.
 * Used by its thread.
 */
final class RollCall {
  /** Interval while an incomplete replica has not heard the peer yet. */
  private static final Duration BRIEF = Duration.ofMillis(200);

  private final PullerContext context;
  private Deadline next;
  private Deadline nextBrief;

  RollCall(PullerContext context) {
    this.context = context;
    this.next = Deadline.after(Duration.ZERO, time());
    this.nextBrief = next;
  }

  boolean isDue(NodeId peer, List<HostedReplica> called) {
    return !called.isEmpty() && due(peer, called).hasPassed(time());
  }

  Duration pause(NodeId peer, List<HostedReplica> called) {
    return due(peer, called).remaining(time());
  }

  private Deadline due(NodeId peer, List<HostedReplica> called) {
    return isWaitedFor(peer, called) ? nextBrief.earlierOf(next) : next;
  }

  /**
   * Sets the next roll call to a random time between a half and all of the period, so that nodes do
   * not ask together.
   */
  void done() {
    Duration period = context.config().rollCall();
    long half = Math.max(1, period.toNanos() / 2);
    long jitter = context.environment().random().nextLong(half);
    next = Deadline.after(period.minusNanos(jitter), time());
    nextBrief = Deadline.after(BRIEF, time());
  }

  private static boolean isWaitedFor(NodeId peer, List<HostedReplica> called) {
    return called.stream()
        .map(HostedReplica::progress)
        .anyMatch(progress -> !progress.isComplete() && !progress.of(peer).heard());
  }

  private Time time() {
    return context.environment().carrier().time();
  }
}
