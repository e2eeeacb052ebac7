package io.aumbry.frontend;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.frontend.rest.blob.TtlPolicy;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a frontend.
 *
 * @param maxBlobSize the default is above the 10,000 parts of 5 GiB that S3 allows
 */
public record FrontendConfig(
    @Setting(
            key = "frontend.request-timeout",
            range = "1ms to 1h",
            text = "Time that a request waits for storage nodes before it fails with 503.")
        @Default("30s")
        Duration requestTimeout,
    @Setting(
            key = "frontend.transfer-timeout",
            range = "1s to 365d",
            text = "Maximum duration of an upload or download, even if it progresses.")
        @Default("1d")
        Duration transferTimeout,
    @Setting(
            key = "frontend.max-blob-size",
            range = "1 B to 381300 TiB",
            text =
                "Larger blobs are refused with 413, and those that have too many chunks of"
                    + " router.chunk-size.")
        @Default("50 TiB")
        long maxBlobSize,
    Requests requests,
    @Setting(
            key = "frontend.cache-validity",
            range = "1s to 365d",
            text = "Time for which clients and proxies may cache public blobs.")
        @Default("365d")
        Duration cacheValidity,
    Paths paths,
    TtlPolicy ttl) {

  private static final Duration YEAR = Duration.ofDays(365);

  /**
   * The identity of a frontend, visible to clients.
   *
   * @param cluster ignored as the first segment of a path
   * @param dataCenter in {@code x-ambry-datacenter}
   * @param frontend in {@code x-ambry-frontend}; usually the host name
   */
  public record Identity(String cluster, String dataCenter, String frontend) {}

  /**
   * Limits of concurrent requests.
   *
   * @param shares of connections and clients
   */
  public record Requests(
      @Setting(
              key = "frontend.max-requests",
              range = "1 to 1000000",
              text = "Maximum concurrent requests. Further ones wait 50 ms, then get 503.")
          @Default("10000")
          int most,
      Shares shares) {
    public Requests {
      Bounds.check("maxRequests", most, 1, Integer.MAX_VALUE);
    }
  }

  /** The starts of paths that are not part of the API. */
  public record Paths(
      @Setting(
              key = "frontend.path-prefixes",
              form = "/ and a path without a / at its end",
              pattern = "/.*[^/]",
              most = 16,
              text = "Prefixes that proxies add to paths, and that the frontend ignores.")
          @Default("")
          List<String> prefixes,
      @Setting(
              key = "frontend.secure-path-prefix",
              form = "/ and a path without a / at its end",
              pattern = "/.*[^/]",
              text =
                  "Path prefix that a trusted proxy adds to requests which may read containers with"
                      + " securePathRequired. Without it, such containers cannot be read.")
          Optional<String> securePrefix) {
    public Paths {
      prefixes = List.copyOf(prefixes);
    }
  }

  public FrontendConfig {
    Bounds.check("requestTimeout", requestTimeout, Duration.ofMillis(1), Duration.ofHours(1));
    Bounds.check("transferTimeout", transferTimeout, Duration.ofSeconds(1), YEAR);
    Bounds.check("cacheValidity", cacheValidity, Duration.ZERO, YEAR);
    Bounds.check("maxBlobSize", maxBlobSize, 1, Long.MAX_VALUE);
  }

  public static FrontendConfig defaults() {
    return Settings.defaults(FrontendConfig.class);
  }
}
