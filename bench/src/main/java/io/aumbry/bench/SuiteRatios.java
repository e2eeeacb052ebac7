package io.aumbry.bench;

import io.aumbry.bench.Suite.Cell;
import io.aumbry.bench.load.Medians;
import io.aumbry.bench.load.Operation;
import io.aumbry.config.DataSize;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a cluster does in parts of two nginx, and what it is to reach, as Markdown. */
final class SuiteRatios {
  private static final int SMALL = 4 << 10;
  private static final int LARGE = 4 << 20;

  private SuiteRatios() {}

  /** Empty where there is nothing to compare; medians of the ratios of the rounds. */
  static String of(Map<Cell, List<Measurement>> results) {
    StringBuilder rows = new StringBuilder();
    results.forEach((cell, ours) -> {
      List<Measurement> theirs =
          results.get(new Cell(cell.operation(), cell.size(), Contenders.NGINX_TLS));
      if (theirs != null && cell.contender().equals(Contenders.AUMBRY)) {
        rows.append(row(cell, ours, theirs));
      }
    });
    return rows.isEmpty()
        ? ""
        : """

        | Aumbry in parts of %s | /s | aim | CPU | bytes per CPU second of the frontend, of the proxy | aim | frontend, CPU µs | aim |
        |---|--:|--:|--:|--:|--:|--:|--:|
        """
                .formatted(Contenders.NGINX_TLS)
            + rows;
  }

  private static String row(Cell cell, List<Measurement> ours, List<Measurement> theirs) {
    boolean small = cell.operation() == Operation.GET && cell.size() == SMALL;
    boolean large = cell.operation() == Operation.GET && cell.size() == LARGE;
    return String.format(
        Locale.ROOT,
        "| %s %s | %.2f | %s | %.2f | %.2f | %s | %.1f | %s |%n",
        cell.operation(),
        new DataSize(cell.size()),
        Medians.ofRatios(ours, theirs, (a, b) -> a.requestsPerSecond() / b.requestsPerSecond()),
        small || large ? "≥ 0.80" : "",
        Medians.ofRatios(ours, theirs, (a, b) -> a.serverMillis() / b.serverMillis()),
        Medians.ofRatios(ours, theirs, (a, b) -> proxyMillis(b) / frontendMillis(a)),
        large ? "≥ 0.85" : "",
        1000 * Medians.of(ours, SuiteRatios::frontendMillis),
        small ? "< 25" : "");
  }

  private static double frontendMillis(Measurement measurement) {
    return millis(measurement, "frontend");
  }

  private static double proxyMillis(Measurement measurement) {
    return millis(measurement, "proxy");
  }

  /** Processor time for a request of all processes of a kind; not a number where there are none. */
  private static double millis(Measurement measurement, String kind) {
    return measurement
        .timeOf(process -> process.name().contains(kind))
        .map(measurement::perRequest)
        .orElse(Double.NaN);
  }
}
