package io.aumbry.store.index;

import java.util.List;
import java.util.Optional;

/**
 * Which segments of an index are merged, and when: those of one level, when there are as many as
 * the fan-in. A level holds segments up to that many times as large as in the one below. So the
 * number of segments grows with the logarithm of the number of entries, and an entry is written
 * once for each level.
 */
final class MergeRule {
  /** Larger ones stay as they are: their merging would take long and save little. */
  static final int MAX_ENTRIES = 1 << 26;

  private final int entriesOfPart;
  private final int fanIn;

  /** A run of neighbours. */
  record Run(int from, int to) {}

  MergeRule(IndexLimits limits) {
    this.entriesOfPart = limits.activeEntries();
    this.fanIn = limits.mergeFanIn();
  }

  /**
   * The segments to be merged next.
   *
   * @param entries of each segment, oldest first
   */
  Optional<Run> choose(List<Integer> entries) {
    int to = entries.size();
    int level = 0;
    while (to > 0) {
      level = Math.max(level, levelOf(entries.get(to - 1)));
      int from = to;
      long sum = 0;
      // A small one between larger ones goes with them: only neighbours can be merged.
      while (from > 0 && levelOf(entries.get(from - 1)) <= level) {
        from--;
        sum += entries.get(from);
      }
      if (to - from >= fanIn && sum <= MAX_ENTRIES) {
        return Optional.of(new Run(from, to));
      }
      to = from;
    }
    return Optional.empty();
  }

  /** A merged segment may be a little larger than its level says, and is of it still. */
  private int levelOf(int entries) {
    int level = 0;
    for (long most = entriesOfPart + entriesOfPart / 2L; entries > most; most *= fanIn) {
      level++;
    }
    return level;
  }
}
