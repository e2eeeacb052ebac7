package io.aumbry.store.compaction;

import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.store.index.segment.IndexEntry;

/**
 * Decides when the chunks that a manifest or an upload record names are to be deleted. The proof is
 * in the description of this package.
 */
public final class ReapRule {
  private final Retention retention;
  private final int dataCenter;
  private final long horizon;

  /**
   * A rule for one search.
   *
   * @param dataCenter whose blobs are reaped at once; those of others are left to it for a while
   */
  public ReapRule(Retention retention, Agreement agreement, int dataCenter, long nowMillis) {
    this.retention = retention;
    this.dataCenter = dataCenter;
    this.horizon = new LifeRule(retention, agreement, nowMillis).horizon();
  }

  /** All that any replica accepted before this time is known here. */
  long horizon() {
    return horizon;
  }

  boolean isReapable(IndexEntry known) {
    return reapedFrom(known) <= horizon;
  }

  /** From which horizon on it is reaped here; {@link Expiry#NEVER} if it is not. */
  long reapedFrom(IndexEntry known) {
    long from = earliest(known, retention);
    if (known.id().dataCenter() == dataCenter) {
      return from;
    }
    // Its own data centre is at it since an irrevocable delete.
    return LifeRule.after(Math.max(from, known.state().changedMillis()), retention.uploads());
  }

  /** From which horizon on it may be reaped anywhere. */
  static long earliest(IndexEntry known, Retention retention) {
    if (!LifeRule.isKeptForChunks(known)) {
      return Expiry.NEVER;
    }
    return known.id().kind() == BlobKind.UPLOAD
        ? LifeRule.after(known.id().createdMillis(), retention.uploads())
        : LifeRule.endedFrom(known, retention);
  }
}
