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

/** Decides which records one round copies, and collects the blobs that the index may forget. */
final class CopyFilter implements LogRewrite.Keep {
  private final IndexLookUp index;
  private final Compactor.Judge judge;
  private final int maxForgotten;
  private final List<IndexEntry> forgotten = new ArrayList<>();

  /** Finds what all records of a blob say together. */
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
    // A later round forgets the blob. Until then its last change stays; bytes need not.
    return header.type() != RecordType.PUT;
  }

  /** Entries of blobs that have no record any more once the round is committed. */
  List<IndexEntry> forgotten() {
    return forgotten;
  }

  /**
   * Whether nothing needs to be known of a blob without this record: it is the last change of the
   * blob, or the PUT of a blob that has ended by itself in its first life.
   */
  private static boolean isLastWord(RecordHeader header, IndexEntry known) {
    return header.type() == RecordType.PUT
        ? !known.state().deleted() && known.state().lifeVersion() == 0
        : !header.state().isOlderLifeThan(known.state());
  }
}
