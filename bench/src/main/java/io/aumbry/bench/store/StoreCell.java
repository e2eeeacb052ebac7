package io.aumbry.bench.store;

import io.aumbry.config.DataSize;

/** A measurement that each target repeats in each round. */
public record StoreCell(Kind kind, int size, int callers) {
  /** The calls. */
  public enum Kind {
    APPEND("append"),
    /** Reads of new blobs, each at most once, from whatever the writes left in memory. */
    READ_WRITTEN("read after writes"),
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
