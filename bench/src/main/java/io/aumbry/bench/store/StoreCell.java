package io.aumbry.bench.store;

import io.aumbry.config.DataSize;

/** What is measured of each contender in each round. */
record StoreCell(Kind kind, int size, int callers) {
  /** What the callers do. */
  enum Kind {
    APPEND("append"),
    READ_UNIFORM("read"),
    READ_RECENT("read, recent"),
    READ_UNCACHED("read, not cached"),
    /** Half of the blobs, chosen at random, are deleted; the others are read. */
    READ_HALF("read, half deleted"),
    /** The same while the store is compacted at the rate that a node has by default. */
    READ_COMPACTING("read, compacting"),
    /** The same while it is compacted as fast as that goes, for as long as that takes. */
    READ_COMPACTING_FREELY("read, compacting freely");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  String title() {
    String who = callers == 1 ? "1 caller" : callers + " callers";
    return new DataSize(size) + " " + kind.words + ", " + who;
  }
}
