package io.aumbry.protocol.runtime;

import java.time.Duration;

/**
 * A point in monotonic time.
 *
 * @param nanos in the scale of {@link Time#monotonicNanos()}
 */
public record Deadline(long nanos) {
  public static Deadline after(Duration span, Time time) {
    return new Deadline(time.monotonicNanos() + span.toNanos());
  }

  public Duration remaining(Time time) {
    return Duration.ofNanos(Math.max(0, nanos - time.monotonicNanos()));
  }

  public boolean hasPassed(Time time) {
    return nanos - time.monotonicNanos() <= 0;
  }

  public Deadline earlierOf(Deadline other) {
    return nanos - other.nanos <= 0 ? this : other;
  }
}
