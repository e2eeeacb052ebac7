package io.aumbry.store.index;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.index.segment.EntryKey;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexSegment;
import io.aumbry.store.index.segment.SegmentCursor;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.LogPosition;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An immutable snapshot of an index's parts, newest first. The last holder closes the files of its
 * segments.
 */
final class IndexView {
  private final ActiveIndex active;
  private final List<ActiveIndex> full;
  private final List<IndexSegment> segments;

  /** The readers, and the index while this is its current view. */
  private final AtomicInteger holders = new AtomicInteger(1);

  IndexView(ActiveIndex active, List<ActiveIndex> full, List<IndexSegment> segments) {
    this.active = active;
    this.full = List.copyOf(full);
    this.segments = List.copyOf(segments);
    this.segments.forEach(IndexSegment::hold);
  }

  ActiveIndex active() {
    return active;
  }

  List<ActiveIndex> full() {
    return full;
  }

  List<IndexSegment> segments() {
    return segments;
  }

  /** False if all holders have released a replaced view. */
  boolean hold() {
    int count = holders.get();
    while (count > 0 && !holders.compareAndSet(count, count + 1)) {
      count = holders.get();
    }
    return count > 0;
  }

  void release() {
    if (holders.decrementAndGet() == 0) {
      segments.forEach(IndexSegment::release);
    }
  }

  /** May be a removal. */
  Optional<IndexEntry> find(BlobId id, EntryKey key, ReadMode mode) throws IOException {
    Optional<IndexEntry> found = active.find(id, key);
    for (int i = 0; found.isEmpty() && i < full.size(); i++) {
      found = full.get(i).find(id, key);
    }
    long hash = key.hash();
    for (int i = 0; found.isEmpty() && i < segments.size(); i++) {
      found = segments.get(i).find(id, key, hash, mode);
    }
    return found;
  }

  /** In any order, including hidden entries. */
  void forEach(ActiveIndex.EntryVisitor visitor) throws IOException {
    active.forEach(visitor);
    full.forEach(part -> part.forEach(visitor));
    for (IndexSegment segment : segments) {
      SegmentCursor cursor = new SegmentCursor(segment);
      for (; !cursor.isAtEnd(); cursor.advance()) {
        visitor.visit(cursor.memory(), cursor.at());
      }
    }
  }

  LogPosition positionBefore(long sequence) {
    if (sequence >= active.firstSequence()) {
      return active.positions().before(sequence);
    }
    for (ActiveIndex part : full) {
      if (sequence >= part.firstSequence()) {
        return part.positions().before(sequence);
      }
    }
    for (IndexSegment segment : segments) {
      if (sequence >= segment.coverage().firstSequence()) {
        return segment.positionBefore(sequence);
      }
    }
    return RecordLog.start();
  }
}
