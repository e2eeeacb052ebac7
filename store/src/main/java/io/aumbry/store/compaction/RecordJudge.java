package io.aumbry.store.compaction;

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

  /**
   * @param holds whether the log has the record that was first written at a place
   * @param sealedSequence up to which record segments of the index know of all changes
   */
  RecordJudge(LifeRule rule, Predicate<LogPosition> holds, LongSupplier sealedSequence) {
    this.rule = rule;
    this.holds = holds;
    this.sealedSequence = sealedSequence;
  }

  @Override
  public boolean mayGo(RecordHeader header, LogPosition home, Optional<IndexEntry> known) {
    return known
        .map(blob -> mayGo(header, home, blob))
        .orElseGet(() -> isSealed(header) && rule.mayGoUnknown(header));
  }

  private boolean mayGo(RecordHeader header, LogPosition home, IndexEntry known) {
    boolean isIndexed = known.hasPut() && known.put().position().equals(home);
    if (header.type() == RecordType.PUT && !isIndexed) {
      return rule.isAcknowledged(header) && isRepeated(home, known);
    }
    return rule.mayGo(header, known, isNeeded(header, known));
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
