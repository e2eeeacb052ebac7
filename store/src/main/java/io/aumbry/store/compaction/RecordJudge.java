package io.aumbry.store.compaction;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Judges the records of one log: by the life of their blobs, and by which of the blobs' records the
 * log has.
 */
final class RecordJudge implements Compactor.Judge {
  private final LifeRule rule;
  private final Predicate<LogPosition> holds;
  private final LongSupplier sealedSequence;
  private final Predicate<BlobId> damaged;

  /**
   * @param holds whether the log has the record that was first written at a place
   * @param sealedSequence up to which record segments of the index know of all changes
   * @param damaged whether the log may have a damaged PUT of a blob. Its bytes may read as intact
   *     later
   */
  RecordJudge(
      LifeRule rule,
      Predicate<LogPosition> holds,
      LongSupplier sealedSequence,
      Predicate<BlobId> damaged) {
    this.rule = rule;
    this.holds = holds;
    this.sealedSequence = sealedSequence;
    this.damaged = damaged;
  }

  @Override
  public boolean mayGo(RecordHeader header, LogPosition home, Optional<IndexEntry> known) {
    return header.type() == RecordType.PUT
        ? known.filter(blob -> putMayGo(header, home, blob)).isPresent()
        : changeMayGo(header, known) && !damaged.test(header.id());
  }

  /** A PUT that the index does not know never may: a gap in an index is no reason to drop bytes. */
  private boolean putMayGo(RecordHeader header, LogPosition home, IndexEntry known) {
    return known.hasPut()
        && rule.isAcknowledged(header)
        && (rule.isOver(known) || isRepeated(home, known));
  }

  private boolean changeMayGo(RecordHeader header, Optional<IndexEntry> known) {
    return known
        .map(blob -> rule.mayGo(header, blob, isNeeded(header, blob)))
        .orElseGet(() -> isSealed(header) && rule.mayGoUnknown(header));
  }

  /** Whether segments of the index know of a record, unless its blob was forgotten. */
  private boolean isSealed(RecordHeader header) {
    return header.stamp().sequence() <= sealedSequence.getAsLong();
  }

  /** Whether the log has the blob again behind this place, because the bytes here were damaged. */
  private boolean isRepeated(LogPosition home, IndexEntry known) {
    return holdsBytes(known) && known.put().position().packed() > home.packed();
  }

  /**
   * Whether a change must stay whatever its age: the blob's PUT is still in the log, or a crash
   * would leave an index that does not know of the change and shows the blob as it was before.
   */
  private boolean isNeeded(RecordHeader header, IndexEntry known) {
    return holdsBytes(known) || !isSealed(header);
  }

  private boolean holdsBytes(IndexEntry known) {
    return known.hasPut() && holds.test(known.put().position());
  }
}
