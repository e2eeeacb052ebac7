package io.aumbry.store.compaction;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.state.StoredState;
import java.time.Duration;

/**
 * Which records nothing can need any more. The rule and its proof are in the description of this
 * package.
 */
public final class LifeRule {
  /** Before every horizon: a delete that no undelete can follow needs no retention. */
  private static final long AT_ONCE = Long.MIN_VALUE;

  private final Retention retention;
  private final Agreement agreement;

  /** Like the other one, before {@link Expiry#NEVER} by the skew of clocks at least. */
  private final long horizon;

  private final long sharedHorizon;

  public LifeRule(Retention retention, Agreement agreement, long nowMillis) {
    this.retention = retention;
    this.agreement = agreement;
    long skew = retention.clockSkew().toMillis();
    this.horizon = Math.min(nowMillis, agreement.inSyncMillis()) - skew;
    this.sharedHorizon = Math.min(horizon, agreement.sharedMillis() - skew);
  }

  /**
   * Whether a record may go.
   *
   * @param known all that is known of its blob
   * @param needed whether that its blob has ended must stay known, whenever that was
   */
  boolean mayGo(RecordHeader record, IndexEntry known, boolean needed) {
    if (!isAcknowledged(record)) {
      return false;
    }
    return record.type() == RecordType.PUT
        ? isOver(known)
        : isSuperseded(record.state(), known.state()) || (!needed && isForgotten(known));
  }

  /**
   * Whether a change may go although nothing is known of its blob: the blob was forgotten with
   * other changes, in another file. A PUT never may: a gap in an index is no reason to drop bytes.
   */
  boolean mayGoUnknown(RecordHeader record) {
    return record.type() != RecordType.PUT
        && isAcknowledged(record)
        && after(lastChange(record.id(), record.state()), retention.forgotten()) <= sharedHorizon;
  }

  /** Whether all replicas have it. */
  boolean isAcknowledged(RecordHeader record) {
    return record.stamp().sequence() <= agreement.acknowledged();
  }

  /** Whether the bytes of a blob can no longer be needed: no undelete can have been accepted. */
  boolean isOver(IndexEntry known) {
    return overFrom(known, retention) <= horizon;
  }

  /** Whether a PUT stays because it names chunks: a final delete says that they are deleted. */
  static boolean isKeptForChunks(IndexEntry known) {
    return known.hasPut() && known.id().kind().namesChunks() && !known.state().isFinal();
  }

  /** Whether a blob has ended and its retention is over, by the clock of this node alone. */
  public static boolean hasEnded(IndexEntry known, Retention retention, long nowMillis) {
    return endedFrom(known, retention) <= nowMillis;
  }

  private static long overFrom(IndexEntry known, Retention retention) {
    return isKeptForChunks(known) ? Expiry.NEVER : endedFrom(known, retention);
  }

  static long endedFrom(IndexEntry known, Retention retention) {
    StoredState state = known.state();
    if (state.deleted()) {
      return droppedFrom(state, retention);
    }
    long expired = after(end(state), retention.expired());
    return known.hasPut()
        ? expired
        : Math.min(expired, after(lastChange(known.id(), known.state()), retention.forgotten()));
  }

  /** When a blob ends by itself, as far as that is said. */
  private static long end(StoredState state) {
    return state.expiryMillis() == StoredState.UNSAID ? Expiry.NEVER : state.expiryMillis();
  }

  /**
   * The last change of which a time is known. Changes without a PUT say that a blob is alive, and
   * the PUT may be the last of its records to come. It cannot come any more when all replicas are
   * in step as of much later: then no replica has it.
   */
  public static long lastChange(BlobId id, StoredState state) {
    return Math.max(id.createdMillis(), state.changedMillis());
  }

  /**
   * Whether the other records of a blob say all that one of them says, and more: without it the
   * state of the blob is the same.
   */
  public static boolean isSuperseded(StoredState said, StoredState known) {
    return said.isOlderLifeThan(known) && said.expiryMillis() < known.expiryMillis();
  }

  /** Nobody needs to know any more that a blob has ended; its bytes went before. */
  private boolean isForgotten(IndexEntry known) {
    return forgottenFrom(known) <= sharedHorizon;
  }

  /** From which horizon on the bytes of a blob may go that is deleted in a state. */
  static long droppedFrom(StoredState deleted, Retention retention) {
    return deleted.isIrrevocable() ? AT_ONCE : after(deleted.changedMillis(), retention.deleted());
  }

  private long forgottenFrom(IndexEntry known) {
    return Math.max(overFrom(known, retention), after(ended(known), retention.forgotten()));
  }

  /** When a blob ended or will end. */
  private static long ended(IndexEntry known) {
    if (known.state().deleted()) {
      return known.state().changedMillis();
    }
    long end = end(known.state());
    return known.hasPut() ? end : Math.min(end, lastChange(known.id(), known.state()));
  }

  /**
   * From which {@link #horizon} on a record may go by its age; {@link Expiry#NEVER} if its blob
   * does not end.
   */
  long goesFrom(RecordHeader record, IndexEntry known) {
    return record.type() == RecordType.PUT ? overFrom(known, retention) : forgottenFrom(known);
  }

  /** All statements of replicas from before this time are known here. */
  long horizon() {
    return horizon;
  }

  /** A time that long after another one. */
  static long after(long millis, Duration span) {
    return millis > Expiry.NEVER - span.toMillis() ? Expiry.NEVER : millis + span.toMillis();
  }

  /**
   * Whether a replica may not know of this delete any more, by its statement of the time as of
   * which it has forgotten deletes. It forgets no delete before it is older than {@link
   * Retention#known} by the skew of clocks.
   */
  static boolean mayBeForgotten(StoredState state, Retention retention, long agreedMillis) {
    return state.deleted() && after(state.changedMillis(), retention.known()) <= agreedMillis;
  }

  /** Whether it may be, by the clock alone, that the bytes of a blob were dropped. */
  static boolean mayBeDropped(IndexEntry known, Retention retention, long nowMillis) {
    return overFrom(known, retention) <= nowMillis;
  }
}
