package io.aumbry.store.compaction;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import java.io.IOException;
import java.util.Optional;

/** Decides which records a round copies, and which blobs the index then forgets. */
final class CopyFilter implements LogRewrite.Keep {
  private final IndexLookUp index;
  private final Compactor.Judge judge;
  private boolean hasDroppedLastWord;

  @FunctionalInterface
  interface IndexLookUp {
    Optional<IndexEntry> find(BlobId id) throws IOException;
  }

  CopyFilter(IndexLookUp index, Compactor.Judge judge) {
    this.index = index;
    this.judge = judge;
  }

  @Override
  public boolean stays(RecordHeader header, LogPosition home) throws IOException {
    Optional<IndexEntry> known = index.find(header.id());
    boolean goes = judge.mayGo(header, home, known);
    hasDroppedLastWord |= goes && known.filter(entry -> isLastWord(header, entry)).isPresent();
    return !goes;
  }

  /** Whether a blob may have lost its last record, so that the index may forget it. */
  boolean hasDroppedLastWord() {
    return hasDroppedLastWord;
  }

  /** The entry of a blob whose last record was dropped, unless it has changed since. */
  Optional<IndexEntry> forgottenWith(RecordHeader header, LogPosition home) throws IOException {
    Optional<IndexEntry> known = index.find(header.id());
    return known.filter(entry -> isLastWord(header, entry) && judge.mayGo(header, home, known));
  }

  /**
   * Whether this is the last record that its blob needs: its last change, or the PUT of a blob that
   * expired in its first life.
   */
  private static boolean isLastWord(RecordHeader header, IndexEntry known) {
    return header.type() == RecordType.PUT
        ? !known.state().deleted() && known.state().lifeVersion() == 0
        : !header.state().isOlderLifeThan(known.state());
  }
}
