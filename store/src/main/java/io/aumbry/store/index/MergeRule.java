package io.aumbry.store.index;

import java.util.List;
import java.util.Optional;

/**
 * Merges adjacent segments of one level once their number reaches the fan-in. Segments of the next
 * level are larger by that factor. The number of segments is therefore logarithmic in the number of
 * entries, and an entry is rewritten once per level. Parts that are full by their bytes are smaller
 * than the first level, so segments of that level are rewritten by several merges; these are small
 * compared to the log that the parts cover.
 */
final class MergeRule {
  /** Larger merges would take long and save little. */
  static final int MAX_ENTRIES = 1 << 26;

  private final int entriesOfPart;
  private final int fanIn;

  record Run(int from, int to) {}

  MergeRule(IndexLimits limits) {
    this.entriesOfPart = limits.activeEntries();
    this.fanIn = limits.mergeFanIn();
  }

  /**
   * Chooses neighbouring segments to merge.
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
      // Includes smaller segments in between, because only adjacent segments can be merged.
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

  /** A merged segment may slightly exceed its level. */
  private int levelOf(int entries) {
    int level = 0;
    for (long most = entriesOfPart + entriesOfPart / 2L; entries > most; most *= fanIn) {
      level++;
    }
    return level;
  }
}
