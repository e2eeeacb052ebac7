package io.aumbry.transport.http;

import java.time.Duration;

/**
 * How long a server is patient. They are looked after in steps of at most a second, so that they
 * cost nothing per request.
 *
 * @param head from the connection, or the first byte of a later request, to the end of its headers
 * @param idle without a request, or without progress in sending a response
 * @param bodyProgress within it at least {@code bodyProgressBytes} of a wanted body must come
 * @param bodyProgressBytes the least that counts as progress
 * @param drain how long a server that closes waits for its open requests
 */
public record HttpTimeouts(
    Duration head, Duration idle, Duration bodyProgress, int bodyProgressBytes, Duration drain) {
  public HttpTimeouts {
    if (!head.isPositive() || !idle.isPositive() || !bodyProgress.isPositive()) {
      throw new IllegalArgumentException("a timeout is not positive");
    }
  }

  public static HttpTimeouts defaults() {
    return new HttpTimeouts(
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        Duration.ofSeconds(30),
        30 * 1024,
        Duration.ofSeconds(10));
  }

  /** The same rate for responses: the least to be sent within {@code idle}. */
  long sendProgressBytes() {
    return Math.max(1, bodyProgressBytes * idle.toMillis() / bodyProgress.toMillis());
  }

  /** So often the connections of a loop are looked through. */
  Duration sweepEvery() {
    Duration shortest = head.compareTo(bodyProgress) < 0 ? head : bodyProgress;
    Duration quarter = (shortest.compareTo(idle) < 0 ? shortest : idle).dividedBy(4);
    return quarter.compareTo(Duration.ofSeconds(1)) < 0 ? quarter : Duration.ofSeconds(1);
  }
}
