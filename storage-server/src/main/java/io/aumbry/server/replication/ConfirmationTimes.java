package io.aumbry.server.replication;

import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.metrics.Summary;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.HostedReplica;
import java.time.Duration;

/**
 * Measures the time from a durable record of a frontend until each peer of this data centre
 * confirms that it has the record, by the clock of this node.
 */
public final class ConfirmationTimes {
  private static final Duration LATE = Duration.ofMillis(50);

  private final Time time;
  private final Summary durations;
  private final Counter late;

  public ConfirmationTimes(NodeEnvironment environment) {
    this.time = environment.carrier().time();
    Metrics metrics = environment.metrics();
    this.durations =
        metrics
            .durations(
                "aumbry_replication_confirmation_seconds",
                "Time from a durable record of a frontend until a peer in this data centre"
                    + " confirms it, for the first unconfirmed record of each peer")
            .of();
    this.late =
        metrics.counter(
            "aumbry_replication_confirmation_late_total",
            "Confirmations that took longer than 50 ms; almost none in a healthy cluster");
  }

  public void arrived(HostedReplica replica) {
    replica.progress().arrived(replica.feed().lastSequence(), time.monotonicNanos());
  }

  void confirmed(HostedReplica replica, String peer, long last) {
    replica.progress().confirmed(peer, last, time.monotonicNanos()).ifPresent(this::note);
  }

  private void note(long nanos) {
    durations.record(nanos);
    if (nanos > LATE.toNanos()) {
      late.increment();
    }
  }
}
