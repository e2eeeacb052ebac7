package io.aumbry.server.compaction;

import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replication.Backoff;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Decides when the recorded forget horizons are read again. Each exchange with the coordinator
 * costs it a session. Replicas that wait for a horizon are therefore looked up less and less often,
 * and so is everything while exchanges fail. A new replica does not wait for the others. Once in a
 * long while all replicas are looked up, so that a record that was lost or restored from a backup
 * is noticed.
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
   * @param check from one look at all horizons to the next
   */
  HorizonPace(Time time, RandomGenerator random, Duration check) {
    this.time = time;
    this.check = check;
    this.backoff = new Backoff(random, SHORTEST, LONGEST);
    this.again = Deadline.after(Duration.ZERO, time);
    this.nextCheck = Deadline.after(check, time);
  }

  /** Whether an exchange may begin; not soon after one that failed. */
  boolean mayExchange() {
    return !hasFailed || again.hasPassed(time);
  }

  /** Whether the replicas that wait for a horizon, or for peers in place of it, read it again. */
  boolean isAgainDue() {
    return again.hasPassed(time);
  }

  /** Whether all replicas read their horizons again. */
  boolean isCheckDue() {
    return nextCheck.hasPassed(time);
  }

  /**
   * All replicas that were due have read their horizons.
   *
   * @param waits whether a replica waits on
   * @param checked whether these were all replicas
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

  /** The coordinator did not answer. */
  void failed() {
    hasFailed = true;
    again = Deadline.after(backoff.next(), time);
  }
}
