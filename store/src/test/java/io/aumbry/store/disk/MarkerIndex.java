package io.aumbry.store.disk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The positions of a marker in a file, at multiples of {@link #STEP}. Searches only bytes written
 * since the last search. Guarded by its disk.
 */
final class MarkerIndex {
  static final int STEP = 8;

  private final List<Integer> positions = new ArrayList<>();
  private byte[] marker = new byte[0];

  /** The first position that has not been searched. */
  private int next;

  /** The bytes from this position are new. */
  void changed(long from) {
    int intact = (int) Math.max(0, from - marker.length) / STEP * STEP;
    next = Math.min(next, intact);
    while (!positions.isEmpty() && positions.getLast() >= next) {
      positions.removeLast();
    }
  }

  List<Integer> find(byte[] bytes, byte[] wanted) {
    if (!Arrays.equals(marker, wanted)) {
      marker = wanted.clone();
      positions.clear();
      next = 0;
    }
    for (; next + marker.length <= bytes.length; next += STEP) {
      if (Arrays.equals(bytes, next, next + marker.length, marker, 0, marker.length)) {
        positions.add(next);
      }
    }
    return List.copyOf(positions);
  }
}
