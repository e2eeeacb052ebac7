package io.aumbry.store.index;

import io.aumbry.store.index.segment.EntryCursor;
import java.lang.foreign.MemorySegment;

/** Goes through the entries of a part that is in memory, as they were when it was made. */
final class PartCursor implements EntryCursor {
  private final MemorySegment entries;
  private final int[] offsets;
  private int next;

  /**
   * Stands at the first entry, if there is one.
   *
   * @param offsets of the entries, in the order of their keys
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
