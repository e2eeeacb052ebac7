package io.aumbry.store.compaction;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides which records a round copies, and collects the blobs that the index can forget. */
final class CopyFilter implements LogRewrite.Keep {
  private final IndexLookUp index;
  private final Compactor.Judge judge;
  private final int maxForgotten;
  private final List<IndexEntry> forgotten = new ArrayList<>();

  @FunctionalInterface
  interface IndexLookUp {
    Optional<IndexEntry> find(BlobId id) throws IOException;
  }

  CopyFilter(IndexLookUp index, Compactor.Judge judge, int maxForgotten) {
    this.index = index;
    this.judge = judge;
    this.maxForgotten = maxForgotten;
  }

  @Override
  public boolean stays(RecordHeader header, LogPosition home) throws IOException {
    Optional<IndexEntry> known = index.find(header.id());
    if (!judge.mayGo(header, home, known)) {
      return true;
    }
    if (known.isEmpty() || !isLastWord(header, known.get())) {
      return false;
    }
    if (forgotten.size() < maxForgotten) {
      forgotten.add(known.get());
      return false;
    }
    // A later round forgets the blob. Until then its last change must stay; a PUT need not.
    return header.type() != RecordType.PUT;
  }

  /** Entries of blobs without records, once the round is committed. */
  List<IndexEntry> forgotten() {
    return forgotten;
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
