package io.aumbry.bench.store;

import io.aumbry.config.DataSize;

/** A measurement that each target repeats in each round. */
record StoreCell(Kind kind, int size, int callers) {
  /** The calls. */
  enum Kind {
    APPEND("append"),
    READ_UNIFORM("read"),
    READ_RECENT("read, recent"),
    READ_UNCACHED("read, not cached"),
    /** Reads of the other blobs after a random half was deleted. */
    READ_HALF("read, half deleted"),
    /** As {@link #READ_HALF}, while the store is compacted at the default rate of a node. */
    READ_COMPACTING("read, compacting"),
    /** As {@link #READ_HALF}, while the store is compacted at full speed, until that ends. */
    READ_COMPACTING_FREELY("read, compacting freely");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  String title() {
    String callersText = callers == 1 ? "1 caller" : callers + " callers";
    return new DataSize(size) + " " + kind.words + ", " + callersText;
  }
}
