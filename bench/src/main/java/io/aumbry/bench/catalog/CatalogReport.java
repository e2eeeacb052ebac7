package io.aumbry.bench.catalog;

import io.aumbry.bench.catalog.CatalogFigures.Page;
import io.aumbry.bench.catalog.CatalogFigures.Rate;
import io.aumbry.bench.report.Column;
import io.aumbry.bench.report.Report;
import io.aumbry.bench.report.Report.Section;
import io.aumbry.bench.report.Table;
import java.util.List;
import java.util.Locale;

/** The report of {@code aumbry bench catalog}. */
final class CatalogReport {
  private static final double MICROS_PER_MILLI = 1000;

  private CatalogReport() {}

  static Report of(CatalogFigures figures) {
    return new Report(
        List.of(
            Section.of(
                Table.of(
                    "rates",
                    figures.rates(),
                    List.of(
                        Column.text("engine", "", Rate::engine),
                        Column.text("operation", "", Rate::operation),
                        Column.count("callers", "callers", Rate::callers),
                        Column.text("variant", "", Rate::variant),
                        Column.number("rate", "op/s", 0, Rate::perSecond),
                        Column.number("p50_us", "p50 µs", 0, rate -> rate.latencies().p50()),
                        Column.number("p99_us", "p99 µs", 0, rate -> rate.latencies().p99()))),
                Table.of(
                    "pages",
                    figures.pages(),
                    List.of(
                        Column.text("engine", "", Page::engine),
                        Column.count("names", "names", Page::names),
                        Column.text("page", "page", Page::kind),
                        Column.count("entries", "entries", Page::entries),
                        Column.number(
                            "p50_ms", "p50 ms", 2, page -> millis(page.latencies().p50())),
                        Column.number(
                            "p99_ms", "p99 ms", 2, page -> millis(page.latencies().p99())))))));
  }

  private static double millis(double micros) {
    return micros / MICROS_PER_MILLI;
  }

  static String progress(Rate rate) {
    return String.format(
        Locale.ROOT,
        "%-10s %-8s %3d callers  %-14s %8.0f/s  p50 %7.0f  p99 %7.0f µs",
        rate.engine(),
        rate.operation(),
        rate.callers(),
        rate.variant(),
        rate.perSecond(),
        rate.latencies().p50(),
        rate.latencies().p99());
  }

  static String progress(Page page) {
    return String.format(
        Locale.ROOT,
        "%-10s %9d names  %-36s %5d entries  p50 %6.2f  p99 %6.2f ms",
        page.engine(),
        page.names(),
        page.kind(),
        page.entries(),
        millis(page.latencies().p50()),
        millis(page.latencies().p99()));
  }
}
