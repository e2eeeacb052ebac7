package io.aumbry.store.log;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Keeps the latest writes of large records in the page cache, where peers pull them soon, and drops
 * older ones. Pages that are freed early are also the cheapest to reuse for writes. Used by the
 * disk's writer thread.
 */
public final class RecentWrites {
  /** From this size, disk threads do the reads even if the bytes are cached. */
  static final long LARGE = 128 << 10;

  /** Per disk. */
  static final long KEPT = 64 << 20;

  /** The largest page of the system, which keeps a page that lies partly outside the range. */
  private static final long MAX_PAGE = 2 << 20;

  private final Deque<Range> ranges = new ArrayDeque<>();
  private long bytes;

  private record Range(LogSegment segment, long from, long to) {}

  void wrote(LogSegment segment, long from, long to, long meanRecord) {
    if (meanRecord < LARGE) {
      return;
    }
    ranges.addLast(new Range(segment, from, to));
    bytes += to - from;
    while (bytes > KEPT) {
      Range oldest = ranges.removeFirst();
      bytes -= oldest.to() - oldest.from();
      oldest.segment().uncache(Math.max(0, oldest.from() - MAX_PAGE), oldest.to());
    }
  }
}
