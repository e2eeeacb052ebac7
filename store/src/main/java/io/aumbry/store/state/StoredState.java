package io.aumbry.store.state;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;

/**
 * What one record says of a blob, or what several say together.
 *
 * @param lifeVersion how many times the blob was undeleted, 0 to {@value #MAX_LIFE_VERSION}
 * @param deleted in that life
 * @param changedMillis when it came to be so: its creation, deletion or undeletion
 * @param expiryMillis since 1970, or {@link Expiry#NEVER}; {@value #UNSAID} in a record that does
 *     not say
 */
public record StoredState(int lifeVersion, boolean deleted, long changedMillis, long expiryMillis) {
  public static final int MAX_LIFE_VERSION = BlobState.MAX_LIFE_VERSION;

  /** Before every expiry, so that any record that says one wins. */
  public static final long UNSAID = 0;

  public StoredState {
    BlobState.requireLifeVersion(lifeVersion);
    if (changedMillis < 0 || expiryMillis < 0) {
      throw new IllegalArgumentException(
          "changed at " + changedMillis + ", expires at " + expiryMillis);
    }
  }

  /** A blob as it is put. */
  public static StoredState put(long creationMillis, long expiryMillis) {
    return new StoredState(0, false, creationMillis, expiryMillis);
  }

  /** The end of this life. */
  public StoredState delete(long deletedMillis) {
    return new StoredState(lifeVersion, true, deletedMillis, UNSAID);
  }

  /** The next life. */
  public StoredState undelete(long undeletedMillis) {
    return new StoredState(lifeVersion + 1, false, undeletedMillis, UNSAID);
  }

  /** No end by itself, whatever was said before. */
  public StoredState keepForever() {
    return new StoredState(lifeVersion, false, UNSAID, Expiry.NEVER);
  }

  /** What this and {@code other} say together. */
  public StoredState merge(StoredState other) {
    StoredState later = isOlderLifeThan(other) ? other : this;
    return new StoredState(
        later.lifeVersion,
        later.deleted,
        later.changedMillis,
        Math.max(expiryMillis, other.expiryMillis));
  }

  /** Whether the life and end that {@code other} says count, and not those said here. */
  public boolean isOlderLifeThan(StoredState other) {
    return compareLife(other) < 0;
  }

  public boolean isExpiredAt(long wallMillis) {
    return expiryMillis <= wallMillis;
  }

  public BlobState toBlobState() {
    return new BlobState(lifeVersion, deleted, expiryMillis);
  }

  private int compareLife(StoredState other) {
    int byVersion = Integer.compare(lifeVersion, other.lifeVersion);
    if (byVersion != 0) {
      return byVersion;
    }
    int byDeleted = Boolean.compare(deleted, other.deleted);
    return byDeleted != 0 ? byDeleted : Long.compare(changedMillis, other.changedMillis);
  }
}
