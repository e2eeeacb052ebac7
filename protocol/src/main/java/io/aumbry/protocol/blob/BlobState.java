package io.aumbry.protocol.blob;

/**
 * What has become of a blob, as the merge of its records says.
 *
 * @param lifeVersion how many times it was undeleted, 0 to 32767
 * @param deleted in that life
 * @param expiryMillis since 1970, or {@link Expiry#NEVER}
 */
public record BlobState(int lifeVersion, boolean deleted, long expiryMillis) {
  /** How often a blob can be undeleted. */
  public static final int MAX_LIFE_VERSION = Short.MAX_VALUE;

  /** The life version, if it can be one. */
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
