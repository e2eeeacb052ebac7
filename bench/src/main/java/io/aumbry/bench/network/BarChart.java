package io.aumbry.bench.network;

import java.util.List;

/**
 * Bars side by side, one group for each load: what a variant has in parts of what the first has.
 */
record BarChart(String title, List<Group> groups) {
  BarChart {
    groups = List.copyOf(groups);
  }

  /** The bars of one load. */
  record Group(String name, List<Bar> bars) {
    Group {
      bars = List.copyOf(bars);
    }
  }

  /**
   * One bar.
   *
   * @param value 1 is what the first has
   */
  record Bar(String name, double value) {}
}
