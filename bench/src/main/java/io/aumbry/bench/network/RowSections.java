package io.aumbry.bench.network;

import io.aumbry.bench.load.Latencies;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Says what came of a row. */
final class RowSections {
  private static final List<String> FIGURES =
      List.of(
          "load",
          "variant",
          "/s",
          "MB/s",
          "CPU µs, client",
          "CPU µs, server",
          "p50 ms",
          "p95 ms",
          "p99 ms",
          "p99.9 ms",
          "GC ms/s",
          "MiB resident",
          "failed");

  /** A figure that is compared. */
  private record Compared(String words, ToDoubleFunction<Figures> figure) {}

  private static final Compared RATE = new Compared("rate", Figures::perSecond);
  private static final Compared CPU = new Compared("CPU", Figures::cpuMicros);
  private static final Compared P99 = latency("p99", Latencies::p99);

  private static final List<Compared> COMPARED =
      List.of(
          RATE,
          CPU,
          latency("p50", Latencies::p50),
          latency("p95", Latencies::p95),
          P99,
          latency("p99.9", Latencies::p999),
          new Compared("memory", Figures::residentMebibytes));

  private RowSections() {}

  private static Compared latency(String words, ToDoubleFunction<Latencies> micros) {
    return new Compared(words, figures -> micros.applyAsDouble(figures.client().latencies()));
  }

  /** One measurement, as it comes. */
  static String progress(Row row, Load load, Variant variant, Figures figures) {
    return String.format(
        Locale.ROOT,
        "%2d  %-28s %-26s %9.0f/s %8.1f MB/s %9.1f µs CPU  p50 %8.3f  p99 %8.3f ms",
        row.number(),
        load.title(),
        variant.name(),
        figures.perSecond(),
        figures.megabytesPerSecond(),
        figures.cpuMicros(),
        figures.client().latencies().p50() / 1e3,
        figures.client().latencies().p99() / 1e3);
  }

  static Section of(RowResults results) {
    Row row = results.row();
    List<String> paragraphs = new ArrayList<>();
    paragraphs.add(row.reported());
    row.variants().stream()
        .filter(variant -> !results.measured().contains(variant))
        .forEach(variant ->
            paragraphs.add("Not measured, since this machine does not have it: " + variant.name()));
    paragraphs.addAll(row.findings(results));
    boolean compares = !results.others().isEmpty();
    return new Section(
        row.number() + ". " + row.title(),
        paragraphs,
        compares ? List.of(ratios(results), figures(results)) : List.of(figures(results)),
        compares
            ? List.of(chart(results, CPU), chart(results, P99), chart(results, RATE))
            : List.of());
  }

  private static Table figures(RowResults results) {
    List<List<String>> lines = new ArrayList<>();
    for (Load load : results.loads()) {
      for (Variant variant : results.measured()) {
        lines.add(line(results, load, variant));
      }
    }
    return new Table(FIGURES, 2, lines);
  }

  private static List<String> line(RowResults results, Load load, Variant variant) {
    long failures = results.of(load, variant).stream().mapToLong(f -> f.client().failures()).sum();
    return List.of(
        load.title(),
        variant.name(),
        Table.number(results.median(load, variant, Figures::perSecond), 0),
        Table.number(results.median(load, variant, Figures::megabytesPerSecond), 1),
        Table.number(results.median(load, variant, Figures::clientMicros), 1),
        Table.number(results.median(load, variant, Figures::serverMicros), 1),
        millis(results, load, variant, Latencies::p50),
        millis(results, load, variant, Latencies::p95),
        millis(results, load, variant, Latencies::p99),
        millis(results, load, variant, Latencies::p999),
        Table.number(results.median(load, variant, Figures::collectorMillis), 1),
        Table.number(results.median(load, variant, Figures::residentMebibytes), 0),
        failures + "");
  }

  private static String millis(
      RowResults results, Load load, Variant variant, ToDoubleFunction<Latencies> micros) {
    double value = results.median(load, variant, f -> micros.applyAsDouble(f.client().latencies()));
    return Table.number(value / 1e3, 3);
  }

  private static Table ratios(RowResults results) {
    List<String> heads = new ArrayList<>(List.of("load", "in parts of " + results.first().name()));
    for (Compared compared : COMPARED) {
      heads.add(compared.words);
    }
    List<List<String>> lines = new ArrayList<>();
    for (Load load : results.loads()) {
      for (Variant variant : results.others()) {
        List<String> line = new ArrayList<>(List.of(load.title(), variant.name()));
        for (Compared compared : COMPARED) {
          line.add(Table.number(results.ratio(load, variant, compared.figure), 2));
        }
        lines.add(line);
      }
    }
    return new Table(heads, 2, lines);
  }

  private static BarChart chart(RowResults results, Compared compared) {
    return new BarChart(
        compared.words + ", in parts of " + results.first().name(),
        results.loads().stream()
            .map(load ->
                new BarChart.Group(
                    load.title(),
                    results.others().stream()
                        .map(variant ->
                            new BarChart.Bar(
                                variant.name(), results.ratio(load, variant, compared.figure)))
                        .toList()))
            .toList());
  }
}
