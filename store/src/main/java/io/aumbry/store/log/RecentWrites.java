package io.aumbry.store.log;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/**
 * Keeps the latest large records of a disk in the page cache, up to a limit. Pages of older ones
 * are dropped, except for parts of files that a request has read: the system keeps these while it
 * has memory for them. Dropped pages are the cheapest to reuse for writes. Used by the disk's
 * writer thread, except {@link #bytes}.
 */
public final class RecentWrites {
  /** From this size, disk threads do the reads even if the bytes are cached. */
  static final long LARGE = 128 << 10;

  /** Bytes of large records between two examinations of the limit. */
  static final long EXAMINED = 64 << 20;

  /** Parts to drop after a write, so that a falling limit never holds the writer for long. */
  static final int DROPPED_AT_ONCE = 8;

  private final LongSupplier limit;

  /** In the order of their last write. */
  private final SequencedMap<Part, Range> parts = new LinkedHashMap<>();

  private long total;

  /** The total, for other threads. */
  private volatile long bytes;

  private long allowed;
  private long unexamined = EXAMINED;

  /**
   * @param limit in bytes; may be slow
   */
  public RecentWrites(LongSupplier limit) {
    this.limit = limit;
  }

  private record Part(LogSegment segment, long number) {}

  /** From the first large record of a part to the last. */
  private record Range(long from, long to) {
    long length() {
      return to - from;
    }

    Range with(Range other) {
      return new Range(Math.min(from, other.from), Math.max(to, other.to));
    }
  }

  /** Bytes of large records that are kept. */
  public long bytes() {
    return bytes;
  }

  void wrote(LogSegment segment, long from, long to, long meanRecord) {
    if (meanRecord < LARGE) {
      return;
    }
    for (long at = from; at < to; ) {
      long number = ReadMarks.partOf(at);
      long end = Math.min(to, (number + 1) * ReadMarks.PART);
      add(new Part(segment, number), new Range(at, end));
      at = end;
    }
    examine(to - from);
    dropOldest();
    bytes = total;
  }

  private void add(Part part, Range range) {
    Range before = parts.getOrDefault(part, new Range(range.from(), range.from()));
    Range all = before.with(range);
    parts.putLast(part, all);
    total += all.length() - before.length();
  }

  private void examine(long written) {
    unexamined += written;
    if (unexamined >= EXAMINED) {
      unexamined = 0;
      allowed = limit.getAsLong();
    }
  }

  private void dropOldest() {
    var oldest = parts.entrySet().iterator();
    for (int i = 0; i < DROPPED_AT_ONCE && total > allowed && oldest.hasNext(); i++) {
      Map.Entry<Part, Range> each = oldest.next();
      drop(each.getKey(), each.getValue());
      oldest.remove();
    }
  }

  private void drop(Part part, Range range) {
    total -= range.length();
    if (!part.segment().reads().isMarked(part.number())) {
      part.segment().uncache(range.from(), range.to());
    }
  }
}
