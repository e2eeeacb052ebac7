package io.aumbry.tests.cluster;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Quantiles of a timer over several nodes. */
final class Quantiles {
  private static final List<String> ALL = List.of("0.5", "0.95", "0.99", "0.999");

  private Quantiles() {}

  /**
   * Returns the median and the 95th, 99th and 99.9th percentile in milliseconds, each of the
   * slowest node, as cells of a table.
   *
   * @param labels of the timer, each followed by a comma
   */
  static String cells(LiveCluster cluster, List<String> nodes, String timer, String labels) {
    return ALL.stream()
        .map(
            quantile -> "aumbry_" + timer + "_seconds{" + labels + "quantile=\"" + quantile + "\"}")
        .map(series ->
            nodes.stream()
                .flatMap(node -> cluster.metrics(node, series).stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0))
        .map(worst -> String.format(Locale.ROOT, "%.0f", worst * 1000))
        .collect(Collectors.joining(" | "));
  }
}
