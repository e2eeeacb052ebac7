package io.aumbry.store.log;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What the logs of a disk wrote last of large records, oldest first. Other replicas pull it at
 * once, so it stays in memory; what is older makes room there. Whoever reads a large blob later
 * fetches it once from the device, and pages that are given back at once are the cheapest to write
 * to next. Belongs to the writer thread of the disk.
 */
public final class RecentWrites {
  /** Read by disk threads in any case, in memory or not, as smaller ones are not. */
  static final long LARGE = 128 << 10;

  /** In memory, of a disk. */
  static final long KEPT = 64 << 20;

  /** The system keeps what a page of its own, which may be a large one, has of both sides. */
  private static final long MAX_PAGE = 2 << 20;

  private final Deque<Range> ranges = new ArrayDeque<>();
  private long bytes;

  private record Range(LogSegment segment, long from, long to) {}

  /**
   * Comes to what was just written.
   *
   * @param meanRecord length of its records
   */
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
