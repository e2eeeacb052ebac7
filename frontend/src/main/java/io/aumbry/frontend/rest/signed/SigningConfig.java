package io.aumbry.frontend.rest.signed;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.frontend.rest.blob.ChunkConfig;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;

/**
 * The settings of signed URLs.
 *
 * @param maxUploadSize in bytes
 */
public record SigningConfig(
    @Setting(
            key = "frontend.signed-url-upload-endpoint",
            form = "http or https, a host and optionally a port and a path",
            pattern = "https?://[^/?#]+(/[^?#]*[^/?#])?",
            text = "Start of signed URLs for uploads, as clients reach this cluster.")
        @Default("http://localhost:1174")
        String uploadEndpoint,
    @Setting(
            key = "frontend.signed-url-download-endpoint",
            form = "http or https, a host and optionally a port and a path",
            pattern = "https?://[^/?#]+(/[^?#]*[^/?#])?",
            text = "Start of signed URLs for downloads, as clients reach this cluster.")
        @Default("http://localhost:1174")
        String downloadEndpoint,
    @Setting(
            key = "frontend.signed-url-ttl",
            range = "1s to 7d",
            text = "Validity of a signed URL if the request does not choose it.")
        @Default("5m")
        Duration ttl,
    @Setting(
            key = "frontend.signed-url-max-ttl",
            range = "1s to 7d",
            text = "Longest validity of a signed URL. Requests for more get this.")
        @Default("1h")
        Duration maxTtl,
    @Setting(
            key = "frontend.signed-url-max-upload-size",
            range = "1 B to 50 TiB",
            text = "Size limit of an upload with a signed URL if the request does not choose it.")
        @Default("100 MiB")
        long maxUploadSize,
    ChunkConfig chunks) {
  private static final Duration WEEK = Duration.ofDays(7);

  public SigningConfig {
    Bounds.check("ttl", ttl, Duration.ofSeconds(1), WEEK);
    Bounds.check("maxTtl", maxTtl, Duration.ofSeconds(1), WEEK);
    Bounds.check("maxUploadSize", maxUploadSize, 1, Long.MAX_VALUE);
  }

  public static SigningConfig defaults() {
    return Settings.defaults(SigningConfig.class);
  }
}
