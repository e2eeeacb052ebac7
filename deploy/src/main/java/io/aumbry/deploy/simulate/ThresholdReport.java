package io.aumbry.deploy.simulate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts how many runs of a batch crossed each threshold of the product. One thread at a time. */
final class ThresholdReport {
  /** In a batch of this size, each threshold must be crossed by some run. */
  static final int SUFFICIENT_RUNS = 500;

  private final Map<String, Integer> crossings = new LinkedHashMap<>();
  private int runs;

  ThresholdReport(Collection<String> thresholds) {
    thresholds.forEach(threshold -> crossings.put(threshold, 0));
  }

  void add(Collection<String> crossed) {
    runs++;
    crossed.forEach(threshold -> crossings.merge(threshold, 1, Integer::sum));
  }

  /** A line for each threshold, with the number of runs that crossed it. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    crossings.forEach(
        (threshold, count) -> lines.add("%6d of %d runs: %s".formatted(count, runs, threshold)));
    return lines;
  }

  /** Names the thresholds that no run has crossed, if the batch was large enough. */
  Optional<String> failure() {
    List<String> missed =
        crossings.entrySet().stream()
            .filter(each -> each.getValue() == 0)
            .map(Map.Entry::getKey)
            .toList();
    return missed.isEmpty() || runs < SUFFICIENT_RUNS
        ? Optional.empty()
        : Optional.of("No run of %d crossed these thresholds: %s".formatted(runs, missed));
  }
}
