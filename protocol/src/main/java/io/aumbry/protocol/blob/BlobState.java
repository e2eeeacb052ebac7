package io.aumbry.protocol.blob;

/**
 * The current state of a blob: the merge of its records.
 *
 * <p>A delete in life {@link #FINAL_LIFE} is final: no undelete can begin a later life. It ends
 * records that need no retention: chunks, upload records, and manifests whose chunks are deleted.
 *
 * @param lifeVersion number of undeletes, 0 to {@link #LAST_LIFE}; {@link #FINAL_LIFE} after a
 *     final delete
 * @param deleted whether this life was deleted
 * @param expiryMillis since 1970, or {@link Expiry#NEVER}
 */
public record BlobState(int lifeVersion, boolean deleted, long expiryMillis) {
  /** The life that a final delete names. */
  public static final int FINAL_LIFE = Short.MAX_VALUE;

  /** The largest number of undeletes of a blob. */
  public static final int LAST_LIFE = FINAL_LIFE - 1;

  public static int requireLifeVersion(int lifeVersion) {
    if (lifeVersion < 0 || lifeVersion > FINAL_LIFE) {
      throw new IllegalArgumentException(
          "life version " + lifeVersion + ", must be 0 to " + FINAL_LIFE);
    }
    return lifeVersion;
  }

  /** Whether it was deleted for ever. */
  public boolean isFinal() {
    return deleted && lifeVersion == FINAL_LIFE;
  }

  public boolean isExpiredAt(long wallMillis) {
    return expiryMillis <= wallMillis;
  }
}
