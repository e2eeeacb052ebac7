package io.aumbry.store.index;

import io.aumbry.store.index.segment.EntryKey;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Merge sort of entries by key, without an object for each entry. */
final class EntrySort {
  private final MemorySegment entries;
  private int[] from;
  private int[] to;

  private EntrySort(MemorySegment entries, int[] offsets) {
    this.entries = entries;
    this.from = offsets;
    this.to = new int[offsets.length];
  }

  static int[] sort(MemorySegment entries, int[] offsets, int count) {
    EntrySort sort = new EntrySort(entries, Arrays.copyOf(offsets, count));
    for (int width = 1; width < count; width *= 2) {
      sort.mergeRuns(width, count);
    }
    return sort.from;
  }

  private void mergeRuns(int width, int count) {
    for (int start = 0; start < count; start += 2 * width) {
      int middle = Math.min(start + width, count);
      merge(start, middle, Math.min(middle + width, count));
    }
    int[] sorted = to;
    to = from;
    from = sorted;
  }

  private void merge(int start, int middle, int end) {
    int left = start;
    int right = middle;
    for (int at = start; at < end; at++) {
      boolean takeLeft = left < middle && (right == end || !isAfter(from[left], from[right]));
      to[at] = takeLeft ? from[left++] : from[right++];
    }
  }

  private boolean isAfter(int offset, int other) {
    return EntryKey.at(entries, offset).compareTo(entries, other) > 0;
  }
}
