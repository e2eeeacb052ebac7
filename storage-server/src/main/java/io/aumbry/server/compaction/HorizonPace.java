package io.aumbry.server.compaction;

import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replication.Backoff;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Decides when the recorded forget horizons are read again. Each exchange costs the coordinator a
 * session. Replicas that wait for a horizon therefore retry with an increasing pause, and so does
 * everything after a failed exchange. A newly opened replica does not wait for the others. At long
 * intervals all replicas read their horizons, which detects a record that was lost or restored from
 * a backup.
 */
final class HorizonPace {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final Time time;
  private final Duration check;
  private final Backoff backoff;
  private Deadline again;
  private Deadline nextCheck;
  private boolean hasFailed;

  /**
   * For a node that has read no horizon yet.
   *
   * @param check time between two reads of all horizons
   */
  HorizonPace(Time time, RandomGenerator random, Duration check) {
    this.time = time;
    this.check = check;
    this.backoff = new Backoff(random, SHORTEST, LONGEST);
    this.again = Deadline.after(Duration.ZERO, time);
    this.nextCheck = Deadline.after(check, time);
  }

  /** Whether an exchange may begin. After a failed one it must wait. */
  boolean mayExchange() {
    return !hasFailed || again.hasPassed(time);
  }

  /** Whether the replicas that wait for a horizon, or for peers instead, read it again. */
  boolean isAgainDue() {
    return again.hasPassed(time);
  }

  boolean isCheckDue() {
    return nextCheck.hasPassed(time);
  }

  /**
   * All replicas that were due have read their horizons.
   *
   * @param waits whether a replica still waits
   * @param checked whether all replicas were read
   */
  void exchanged(boolean waits, boolean checked) {
    hasFailed = false;
    if (checked) {
      nextCheck = Deadline.after(check, time);
    }
    if (!waits) {
      backoff.reset();
      again = Deadline.after(Duration.ZERO, time);
    } else if (again.hasPassed(time)) {
      again = Deadline.after(backoff.next(), time);
    }
  }

  void failed() {
    hasFailed = true;
    again = Deadline.after(backoff.next(), time);
  }
}
