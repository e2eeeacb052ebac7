package io.aumbry.store.index;

import io.aumbry.store.index.segment.EntryCursor;
import java.lang.foreign.MemorySegment;

/** Visits the entries of a part as of its creation. */
final class PartCursor implements EntryCursor {
  private final MemorySegment entries;
  private final int[] offsets;
  private int next;

  /**
   * @param offsets of the entries, sorted by key
   */
  PartCursor(MemorySegment entries, int[] offsets) {
    this.entries = entries;
    this.offsets = offsets;
  }

  @Override
  public boolean isAtEnd() {
    return next == offsets.length;
  }

  @Override
  public MemorySegment memory() {
    return entries;
  }

  @Override
  public long at() {
    return offsets[next];
  }

  @Override
  public void advance() {
    next++;
  }
}
