package io.aumbry.protocol.blob;

/**
 * The current state of a blob: the merge of its records.
 *
 * @param lifeVersion number of undeletes, 0 to 32767
 * @param deleted whether this life was deleted
 * @param expiryMillis since 1970, or {@link Expiry#NEVER}
 */
public record BlobState(int lifeVersion, boolean deleted, long expiryMillis) {
  /** The largest number of undeletes of a blob. */
  public static final int MAX_LIFE_VERSION = Short.MAX_VALUE;

  public static int requireLifeVersion(int lifeVersion) {
    if (lifeVersion < 0 || lifeVersion > MAX_LIFE_VERSION) {
      throw new IllegalArgumentException(
          "life version " + lifeVersion + ", must be 0 to " + MAX_LIFE_VERSION);
    }
    return lifeVersion;
  }

  public boolean isExpiredAt(long wallMillis) {
    return expiryMillis <= wallMillis;
  }
}
