package io.aumbry.frontend;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.List;

/**
 * What can be chosen about a frontend.
 *
 * @param maxBlobSize by default somewhat below the 455 GiB that one manifest can name in chunks of
 *     4 MiB
 * @param requests that are worked on at the same time; more are refused with 503
 */
public record FrontendConfig(
    @Setting(
            key = "frontend.request-timeout",
            range = "1ms to 1h",
            text = "How long a request waits for storage nodes before it is given up with 503.")
        @Default("30s")
        Duration requestTimeout,
    @Setting(
            key = "frontend.transfer-timeout",
            range = "1s to 365d",
            text = "How long an upload or download may take, however well it goes on.")
        @Default("1d")
        Duration transferTimeout,
    @Setting(
            key = "frontend.max-blob-size",
            range = "1 B to 400 GiB",
            text = "Larger blobs are refused with 413.")
        @Default("400 GiB")
        long maxBlobSize,
    Requests requests,
    @Setting(
            key = "frontend.cache-validity",
            range = "1s to 365d",
            text = "For how long clients and proxies may keep copies of public blobs.")
        @Default("365d")
        Duration cacheValidity,
    @Setting(
            key = "frontend.path-prefixes",
            form = "/ and a path without a / at its end",
            pattern = "/.*[^/]",
            most = 16,
            text = "What proxies add in front of every path, to be ignored.")
        @Default("")
        List<String> pathPrefixes) {

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
   * @param shares of connections and clients
   */
  public record Requests(
      @Setting(
              key = "frontend.max-requests",
              range = "1 to 1000000",
              text = "Requests that are worked on at the same time; more wait 50 ms, then get 503.")
          @Default("10000")
          int most,
      Shares shares) {
    public Requests {
      Bounds.check("maxRequests", most, 1, Integer.MAX_VALUE);
    }
  }

  public FrontendConfig {
    pathPrefixes = List.copyOf(pathPrefixes);
    Bounds.check("requestTimeout", requestTimeout, Duration.ofMillis(1), Duration.ofHours(1));
    Bounds.check("transferTimeout", transferTimeout, Duration.ofSeconds(1), YEAR);
    Bounds.check("cacheValidity", cacheValidity, Duration.ZERO, YEAR);
    Bounds.check("maxBlobSize", maxBlobSize, 1, Long.MAX_VALUE);
  }

  public static FrontendConfig defaults() {
    return Settings.defaults(FrontendConfig.class);
  }
}
