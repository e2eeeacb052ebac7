package io.aumbry.store.state;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;

/**
 * The state of a blob in one record, or merged from several.
 *
 * @param lifeVersion number of undeletes, 0 to {@link BlobState#FINAL_LIFE}
 * @param deleted in this life
 * @param changedMillis time of the creation, delete or undelete
 * @param expiryMillis since 1970, or {@link Expiry#NEVER}; {@value #UNSAID} if the record has none
 */
public record StoredState(int lifeVersion, boolean deleted, long changedMillis, long expiryMillis) {
  /** Less than every expiry, so that any stated expiry wins. */
  public static final long UNSAID = 0;

  public StoredState {
    BlobState.requireLifeVersion(lifeVersion);
    if (changedMillis < 0 || expiryMillis < 0) {
      throw new IllegalArgumentException(
          "changed at " + changedMillis + ", expires at " + expiryMillis);
    }
  }

  public static StoredState put(long creationMillis, long expiryMillis) {
    return new StoredState(0, false, creationMillis, expiryMillis);
  }

  public StoredState delete(long deletedMillis) {
    return new StoredState(lifeVersion, true, deletedMillis, UNSAID);
  }

  /** Whether this is a final delete. */
  public boolean isFinal() {
    return deleted && lifeVersion == BlobState.FINAL_LIFE;
  }

  /** Whether this is a delete that no undelete can follow. */
  public boolean isIrrevocable() {
    return deleted && lifeVersion >= BlobState.IRREVOCABLE_LIFE;
  }

  public StoredState undelete(long undeletedMillis) {
    return new StoredState(lifeVersion + 1, false, undeletedMillis, UNSAID);
  }

  public StoredState keepForever() {
    return new StoredState(lifeVersion, false, UNSAID, Expiry.NEVER);
  }

  public StoredState merge(StoredState other) {
    StoredState later = isOlderLifeThan(other) ? other : this;
    return new StoredState(
        later.lifeVersion,
        later.deleted,
        later.changedMillis,
        Math.max(expiryMillis, other.expiryMillis));
  }

  /** Whether the life and delete of {@code other} supersede this state. */
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
