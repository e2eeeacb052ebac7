package io.aumbry.protocol.blob;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The immutable properties of a blob, as its uploader gave them.
 *
 * @param size of the whole blob in bytes
 * @param creationMillis since 1970, by the clock of the frontend that received the blob
 * @param ttlSeconds time to live as uploaded, or {@link Expiry#INFINITE_TTL}
 * @param checksum CRC32C of the whole blob, if known
 * @param userMetadata the uploader's own keys and values, in the given order
 */
public record BlobProperties(
    long size,
    long creationMillis,
    long ttlSeconds,
    OptionalInt checksum,
    boolean isPrivate,
    Labels labels,
    Map<String, String> userMetadata) {

  /** Largest binary form, in bytes. */
  public static final int MAX_ENCODED_SIZE = 32 * 1024;

  public BlobProperties {
    if (size < 0 || creationMillis < 0 || ttlSeconds < Expiry.INFINITE_TTL) {
      throw new IllegalArgumentException(
          "size " + size + ", creation time " + creationMillis + ", time to live " + ttlSeconds);
    }
    userMetadata =
        userMetadata.isEmpty()
            ? Map.of()
            : Collections.unmodifiableMap(new LinkedHashMap<>(userMetadata));
  }

  /** The uploader's texts about a blob. A text that the uploader did not give is empty. */
  public record Labels(
      String contentType,
      String serviceId,
      String ownerId,
      String filename,
      String externalAssetTag,
      String contentEncoding) {}

  public BlobProperties withContent(long actualSize, OptionalInt actualChecksum) {
    return new BlobProperties(
        actualSize, creationMillis, ttlSeconds, actualChecksum, isPrivate, labels, userMetadata);
  }

  public long expiryMillis() {
    return Expiry.of(creationMillis, ttlSeconds);
  }
}
