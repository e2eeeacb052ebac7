package io.aumbry.transport.http;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import java.time.Duration;

/**
 * Timeouts of a server. A sweep checks them at most once a second, so they cost nothing per
 * request.
 *
 * @param head from the first byte of a request to the end of its headers, and of a TLS handshake
 * @param idle without a request, also before the first one of a connection, or without progress in
 *     sending a response
 * @param bodyProgress period in which an awaited body must move at the minimum rate
 * @param drain how long a closing server waits for its open requests
 */
public record HttpTimeouts(
    @Default("10s") Duration head,
    @Default("60s") Duration idle,
    @Default("30s") Duration bodyProgress,
    @Setting(
            key = "frontend.minimum-rate",
            range = "1 B to 1 MiB",
            text =
                "Minimum bytes per second of an upload, averaged over 30 s, and of a download, over"
                    + " 60 s. Slower ones are always aborted.")
        @Default("1 KiB")
        long minimumRate,
    @Default("10s") Duration drain) {
  public HttpTimeouts {
    if (!head.isPositive() || !idle.isPositive() || !bodyProgress.isPositive()) {
      throw new IllegalArgumentException("a timeout is not positive");
    }
  }

  public static HttpTimeouts defaults() {
    return Settings.defaults(HttpTimeouts.class);
  }

  public HttpTimeouts withDrain(Duration other) {
    return new HttpTimeouts(head, idle, bodyProgress, minimumRate, other);
  }

  /** Minimum bytes of a body within {@code bodyProgress}. */
  public long bodyProgressBytes() {
    return progressWithin(bodyProgress);
  }

  /** Minimum bytes of a response within {@code idle}. */
  public long sendProgressBytes() {
    return progressWithin(idle);
  }

  private long progressWithin(Duration span) {
    return Math.max(1, minimumRate * span.toMillis() / 1000);
  }

  public Duration sweepEvery() {
    Duration shortest = head.compareTo(bodyProgress) < 0 ? head : bodyProgress;
    Duration quarter = (shortest.compareTo(idle) < 0 ? shortest : idle).dividedBy(4);
    return quarter.compareTo(Duration.ofSeconds(1)) < 0 ? quarter : Duration.ofSeconds(1);
  }
}
