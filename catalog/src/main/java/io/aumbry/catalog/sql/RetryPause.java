package io.aumbry.catalog.sql;

import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** The pauses between the attempts of one call. They double, and half of each is random. */
final class RetryPause {
  private static final Duration FIRST = Duration.ofMillis(4);
  private static final Duration LONGEST = Duration.ofMillis(500);

  private final RandomGenerator random;
  private long nanos = FIRST.toNanos();
  private int count;

  RetryPause(RandomGenerator random) {
    this.random = random;
  }

  /** The number of pauses so far. */
  int count() {
    return count;
  }

  /** Parks for a while. Returns false at once if the deadline would pass before the end. */
  boolean rest(RequestContext context) {
    Time time = context.carrier().time();
    Duration pause = Duration.ofNanos(nanos / 2 + random.nextLong(nanos / 2));
    if (context.deadline().remaining(time).compareTo(pause) <= 0) {
      return false;
    }
    count++;
    nanos = Math.min(2 * nanos, LONGEST.toNanos());
    new Mailbox<Boolean>().take(Deadline.after(pause, time), context.carrier());
    return true;
  }
}
