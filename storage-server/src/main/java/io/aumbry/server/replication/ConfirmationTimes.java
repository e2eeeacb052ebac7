package io.aumbry.server.replication;

import com.codahale.metrics.Meter;
import com.codahale.metrics.Timer;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.HostedReplica;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long after a record of a frontend is durable here each peer of this data centre has said that
 * it has it too: the timer {@code replication.confirmation}. By one clock, that of this node. Those
 * that took longer than they should are counted as {@code replication.confirmation.late}.
 */
public final class ConfirmationTimes {
  private static final Duration LATE = Duration.ofMillis(50);

  private final Time time;
  private final Timer timer;
  private final Meter late;

  public ConfirmationTimes(Surroundings surroundings) {
    this.time = surroundings.carrier().time();
    this.timer = surroundings.metrics().timer("replication.confirmation");
    this.late = surroundings.metrics().meter("replication.confirmation.late");
  }

  /** What a frontend sent is durable. */
  public void arrived(HostedReplica replica) {
    replica.progress().arrived(replica.store().lastSequence(), time.monotonicNanos());
  }

  /** A peer has all records of this replica up to {@code last}. */
  void confirmed(HostedReplica replica, String peer, long last) {
    replica.progress().confirmed(peer, last, time.monotonicNanos()).ifPresent(this::note);
  }

  private void note(long nanos) {
    timer.update(nanos, TimeUnit.NANOSECONDS);
    if (nanos > LATE.toNanos()) {
      late.mark();
    }
  }
}
