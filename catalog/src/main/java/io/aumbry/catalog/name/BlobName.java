package io.aumbry.catalog.name;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Comparator;

/**
 * The name of a blob: a key in a container.
 *
 * @param key 1 to {@value #MAX_BYTES} bytes
 */
public record BlobName(ContainerRef container, KeyBytes key) implements Comparable<BlobName> {
  /** 350 characters of 4 bytes. An entry of PostgreSQL's indexes has at most 2,700 bytes. */
  public static final int MAX_BYTES = 1400;

  private static final Comparator<BlobName> ORDER =
      Comparator.comparing(BlobName::container).thenComparing(BlobName::key);

  /**
   * Checks the length.
   *
   * @throws AumbryException {@link ErrorCode#BAD_REQUEST} if the key is empty or too long
   */
  public BlobName {
    if (key.isEmpty() || key.length() > MAX_BYTES) {
      throw new AumbryException(
          ErrorCode.BAD_REQUEST,
          "the name of a blob has " + key.length() + " bytes, must be 1 to " + MAX_BYTES);
    }
  }

  @Override
  public int compareTo(BlobName other) {
    return ORDER.compare(this, other);
  }
}
