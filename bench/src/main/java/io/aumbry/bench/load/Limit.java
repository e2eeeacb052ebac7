package io.aumbry.bench.load;

import java.time.Duration;

/**
 * When a phase ends: at whichever comes first.
 *
 * @param bytes of content, counted when a request has ended, so that those under way come on top
 */
public record Limit(Duration duration, long requests, long bytes) {
  public Limit {
    if (duration.isNegative() || requests < 0 || bytes < 0) {
      throw new IllegalArgumentException(
          "limit " + duration + ", " + requests + " requests, " + bytes + " bytes below 0");
    }
  }

  public static Limit duration(Duration duration) {
    return new Limit(duration, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  public static Limit requests(long requests) {
    return new Limit(Duration.ofNanos(Long.MAX_VALUE), requests, Long.MAX_VALUE);
  }

  /** Whether the ticket's request, meant to start so long after the phase began, belongs to it. */
  boolean admits(long ticket, long nanosAfterBegin, long bytesSoFar) {
    return ticket < requests && nanosAfterBegin < duration.toNanos() && bytesSoFar < bytes;
  }
}
