package io.aumbry.frontend.rest.blob;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;

/**
 * The settings of uploads in chunks.
 *
 * @param maxSize of a chunk, in bytes
 */
public record ChunkConfig(
    @Setting(
            key = "frontend.chunk-upload-max-size",
            range = "1 B to 5 GiB",
            text = "Size limit of a chunk that a client uploads for a later stitch.")
        @Default("4 MiB")
        long maxSize,
    @Setting(
            key = "frontend.chunk-upload-ttl",
            range = "1s to 365d",
            text = "TTL of such a chunk in a signed URL that does not choose one.")
        @Default("28d")
        Duration ttl,
    @Setting(
            key = "frontend.chunk-upload-max-ttl",
            range = "1s to 365d",
            text = "Longest TTL of such a chunk.")
        @Default("90d")
        Duration maxTtl) {
  private static final Duration YEAR = Duration.ofDays(365);

  public ChunkConfig {
    Bounds.check("maxSize", maxSize, 1, Long.MAX_VALUE);
    Bounds.check("ttl", ttl, Duration.ofSeconds(1), YEAR);
    Bounds.check("maxTtl", maxTtl, Duration.ofSeconds(1), YEAR);
  }
}
