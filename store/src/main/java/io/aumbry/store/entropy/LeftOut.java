package io.aumbry.store.entropy;

import io.aumbry.protocol.message.NodeRequest.Compare.Scope;
import io.aumbry.store.compaction.LifeRule;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.state.StoredState;

/**
 * The blobs that a comparison leaves out, because one healthy replica may have dropped them before
 * another.
 *
 * @param forgottenUntil leaves out blobs of which only changes are known, and that were made and
 *     changed last at this time or before, in milliseconds since 1970
 */
public record LeftOut(Scope scope, long forgottenUntil) {
  /** The blobs that a request leaves out, as of the same time. */
  public static LeftOut of(Scope scope, Retention retention) {
    long forgottenLater = retention.forgotten().minus(retention.deleted()).toMillis();
    return new LeftOut(scope, scope.deletedUntil() - forgottenLater);
  }

  /**
   * Whether a blob does not count. Without its PUT, its age decides. An index that was made again
   * may know changes of a blob that all replicas have forgotten. If another replica has the PUT,
   * the blob counts there.
   */
  boolean has(KnownBlob blob) {
    return has(blob.state())
        || (!blob.hasPut() && LifeRule.lastChange(blob.id(), blob.state()) <= forgottenUntil);
  }

  /**
   * Whether a blob in a state does not count. An undelete without a PUT says no expiry, so its age
   * decides, as for a delete. After a final delete, each replica drops the bytes at its own time.
   */
  boolean has(StoredState state) {
    if (state.isFinal()) {
      return true;
    }
    boolean byAge = state.deleted() || state.expiryMillis() == StoredState.UNSAID;
    return byAge
        ? state.changedMillis() <= scope.deletedUntil()
        : state.expiryMillis() <= scope.expiredUntil();
  }
}
