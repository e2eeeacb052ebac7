package io.aumbry.cluster.maintenance.impact;

/** Counts the comparisons with rules, because a search bounded by time would not be repeatable. */
final class SearchEffort {
  private long comparisons;

  void add() {
    comparisons++;
  }

  boolean isBelow(long most) {
    return comparisons < most;
  }
}
