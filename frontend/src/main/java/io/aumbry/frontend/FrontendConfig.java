package io.aumbry.frontend;

import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.List;

/**
 * What can be chosen about a frontend.
 *
 * @param identity what this frontend calls itself
 * @param requestTimeout after it a request is given up that moves no content, and the first answer
 *     about a blob; 1 ms to 1 hour
 * @param transferTimeout after it an upload or download is given up however well it goes on: a
 *     client that is too slow is not this one's matter but the server's; 1 s to 365 days
 * @param maxBlobSize in bytes, at least 1; larger blobs are refused
 * @param requests that are worked on at the same time; more are refused with 503
 * @param cacheValidity for how long copies of public blobs may be kept, at most 365 days
 * @param pathPrefixes that proxies add before the path, each with a slash before and none behind
 */
public record FrontendConfig(
    Identity identity,
    Duration requestTimeout,
    Duration transferTimeout,
    long maxBlobSize,
    Requests requests,
    Duration cacheValidity,
    List<String> pathPrefixes) {

  /** Somewhat below the 455 GiB that one manifest can name in chunks of 4 MiB. */
  private static final long DEFAULT_MAX_BLOB_SIZE = 400L << 30;

  private static final Duration YEAR = Duration.ofDays(365);

  /**
   * Where a frontend is and what it is called; clients see all of it.
   *
   * @param cluster dropped when it is the first segment of a path
   * @param dataCenter in {@code x-ambry-datacenter}
   * @param frontend in {@code x-ambry-frontend}; usually the host's name
   */
  public record Identity(String cluster, String dataCenter, String frontend) {}

  /**
   * The requests that are worked on at the same time.
   *
   * @param most at least 1
   * @param shares of connections and clients
   */
  public record Requests(int most, Shares shares) {
    public Requests {
      if (most < 1) {
        throw new IllegalArgumentException("maxRequests is " + most + ", must be at least 1");
      }
    }
  }

  public FrontendConfig {
    pathPrefixes = List.copyOf(pathPrefixes);
    Bounds.check("requestTimeout", requestTimeout, Duration.ofMillis(1), Duration.ofHours(1));
    Bounds.check("transferTimeout", transferTimeout, Duration.ofSeconds(1), YEAR);
    Bounds.check("cacheValidity", cacheValidity, Duration.ZERO, YEAR);
    if (maxBlobSize < 1) {
      throw new IllegalArgumentException("maxBlobSize is " + maxBlobSize + ", must be at least 1");
    }
  }

  public static FrontendConfig defaults(Identity identity) {
    return new FrontendConfig(
        identity,
        Duration.ofSeconds(30),
        Duration.ofDays(1),
        DEFAULT_MAX_BLOB_SIZE,
        new Requests(10_000, Shares.defaults()),
        YEAR,
        List.of());
  }
}
