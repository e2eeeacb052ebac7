package io.aumbry.bench.load;

import java.time.Duration;

/**
 * The end of a phase: the first limit that is reached.
 *
 * @param bytes of content, counted when a request ends, so requests in progress may exceed it
 */
public record Limit(Duration duration, long requests, long bytes) {
  public Limit {
    if (duration.isNegative() || requests < 0 || bytes < 0) {
      throw new IllegalArgumentException(
          "limits must not be negative: "
              + duration
              + ", "
              + requests
              + " requests, "
              + bytes
              + " bytes");
    }
  }

  public static Limit duration(Duration duration) {
    return new Limit(duration, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  public static Limit requests(long requests) {
    return new Limit(Duration.ofNanos(Long.MAX_VALUE), requests, Long.MAX_VALUE);
  }

  /**
   * Whether the request of a ticket belongs to the phase.
   *
   * @param nanosAfterBegin its intended start
   */
  boolean admits(long ticket, long nanosAfterBegin, long bytesSoFar) {
    return ticket < requests && nanosAfterBegin < duration.toNanos() && bytesSoFar < bytes;
  }
}
