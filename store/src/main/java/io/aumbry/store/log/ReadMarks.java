package io.aumbry.store.log;

import java.util.concurrent.atomic.AtomicLongArray;

/** Remembers the parts of a file that requests have read. Thread-safe. */
final class ReadMarks {
  /**
   * The largest page of the page cache. Pages are aligned, so none belongs to two parts. The system
   * drops no page that lies partly outside the range to drop.
   */
  static final long PART = 2 << 20;

  /** The largest segment. */
  private static final long MAX_CAPACITY = 16L << 30;

  private final AtomicLongArray words;

  /**
   * @param capacity of the file in bytes; marks behind it may be ignored
   */
  ReadMarks(long capacity) {
    long last = partOf(Math.clamp(capacity, 0, MAX_CAPACITY));
    words = new AtomicLongArray(Math.toIntExact(last / Long.SIZE + 1));
  }

  static long partOf(long offset) {
    return offset / PART;
  }

  void mark(long from, long to) {
    for (long part = partOf(from); part * PART < to; part++) {
      int word = (int) (part / Long.SIZE);
      if (word < words.length() && !isMarked(part)) {
        long bit = 1L << part;
        words.getAndUpdate(word, bits -> bits | bit);
      }
    }
  }

  boolean isMarked(long part) {
    int word = (int) (part / Long.SIZE);
    return word < words.length() && (words.getOpaque(word) & 1L << part) != 0;
  }
}
