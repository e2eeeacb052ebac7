package io.aumbry.bench.catalog;

import io.aumbry.bench.load.Latencies;
import java.util.ArrayList;
import java.util.List;

/** The measurements of a benchmark of the catalog. */
final class CatalogFigures {
  private final List<Rate> rates = new ArrayList<>();
  private final List<Page> pages = new ArrayList<>();

  /**
   * A measurement of commits or lookups.
   *
   * @param variant whether calls run in groups
   */
  record Rate(
      String engine,
      String operation,
      int callers,
      String variant,
      double perSecond,
      Latencies latencies) {}

  /**
   * A measurement of pages.
   *
   * @param names of the container
   * @param entries of each page
   */
  record Page(String engine, int names, String kind, int entries, Latencies latencies) {}

  void add(Rate rate) {
    rates.add(rate);
  }

  void add(Page page) {
    pages.add(page);
  }

  List<Rate> rates() {
    return List.copyOf(rates);
  }

  List<Page> pages() {
    return List.copyOf(pages);
  }
}
