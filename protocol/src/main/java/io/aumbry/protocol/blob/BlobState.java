package io.aumbry.protocol.blob;

/**
 * The current state of a blob: the merge of its records.
 *
 * <p>No undelete can follow a delete in the two highest lives. One in {@link #FINAL_LIFE} is final:
 * it ends records that need no retention, which are chunks, upload records, and manifests whose
 * chunks are deleted. One in {@link #IRREVOCABLE_LIFE} ends a manifest before its chunks are
 * deleted, and its bytes stay until the final delete.
 *
 * @param lifeVersion number of undeletes, 0 to {@link #LAST_LIFE}; more after a delete that no
 *     undelete can follow
 * @param deleted whether this life was deleted
 * @param expiryMillis since 1970, or {@link Expiry#NEVER}
 */
public record BlobState(int lifeVersion, boolean deleted, long expiryMillis) {
  /** The life that a final delete names. */
  public static final int FINAL_LIFE = Short.MAX_VALUE;

  /** The life that an irrevocable delete names. */
  public static final int IRREVOCABLE_LIFE = FINAL_LIFE - 1;

  /** The largest number of undeletes of a blob. */
  public static final int LAST_LIFE = IRREVOCABLE_LIFE - 1;

  public static int requireLifeVersion(int lifeVersion) {
    if (lifeVersion < 0 || lifeVersion > FINAL_LIFE) {
      throw new IllegalArgumentException(
          "life version " + lifeVersion + ", must be 0 to " + FINAL_LIFE);
    }
    return lifeVersion;
  }

  /** Whether it was deleted for ever, and its bytes may go. */
  public boolean isFinal() {
    return deleted && lifeVersion == FINAL_LIFE;
  }

  /** Whether it was deleted, and no undelete can follow. */
  public boolean isIrrevocable() {
    return deleted && lifeVersion >= IRREVOCABLE_LIFE;
  }

  public boolean isExpiredAt(long wallMillis) {
    return expiryMillis <= wallMillis;
  }
}
