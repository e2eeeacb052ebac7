package io.aumbry.bench.network;

import io.aumbry.bench.load.Latencies;
import io.aumbry.bench.network.measure.Figures;
import io.aumbry.bench.network.measure.Load;
import io.aumbry.bench.network.measure.Usage;
import io.aumbry.bench.network.row.Row;
import io.aumbry.bench.network.row.RowResults;
import io.aumbry.bench.network.row.Variant;
import io.aumbry.bench.report.Column;
import io.aumbry.bench.report.Report.Section;
import io.aumbry.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The section of one comparison: findings, ratios, medians, and all rounds for programs. */
final class RowReport {
  /** A load of one variant. */
  private record Subject(Load load, Variant variant) {}

  /** A measurement. */
  private record Round(Subject subject, Figures figures) {}

  private final RowResults results;

  private RowReport(RowResults results) {
    this.results = results;
  }

  static Section of(RowResults results) {
    Row row = results.row();
    RowReport report = new RowReport(results);
    List<String> paragraphs = new ArrayList<>();
    paragraphs.add(row.reported());
    row.variants().stream()
        .filter(variant -> !results.measured().contains(variant))
        .forEach(variant ->
            paragraphs.add("Not measured, because this machine lacks it: " + variant.name()));
    paragraphs.addAll(row.findings(results));
    return new Section(
        row.number() + ". " + row.title(),
        paragraphs,
        List.of(report.ratios(), report.medians(), report.rounds()));
  }

  /** Formats a measurement as a line of progress. */
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

  private List<Subject> subjects(List<Variant> variants) {
    return results.loads().stream()
        .flatMap(load -> variants.stream().map(variant -> new Subject(load, variant)))
        .toList();
  }

  private static List<Column<Subject>> named(String variants) {
    return List.of(
        Column.text("load", "load", subject -> subject.load().title()),
        Column.text("variant", variants, subject -> subject.variant().name()));
  }

  private Table ratios() {
    List<Column<Subject>> columns = new ArrayList<>(named("relative to " + results.first().name()));
    columns.add(ratio("rate", Figures::perSecond));
    columns.add(ratio("CPU", Figures::cpuMicros));
    columns.add(ratio("p50", latency(Latencies::p50)));
    columns.add(ratio("p95", latency(Latencies::p95)));
    columns.add(ratio("p99", latency(Latencies::p99)));
    columns.add(ratio("p99.9", latency(Latencies::p999)));
    columns.add(ratio("memory", Figures::residentMebibytes));
    return Table.of("ratios", subjects(results.others()), columns);
  }

  private Column<Subject> ratio(String name, ToDoubleFunction<Figures> figure) {
    return Column.number(
        name, name, 2, subject -> results.ratio(subject.load(), subject.variant(), figure));
  }

  private static ToDoubleFunction<Figures> latency(ToDoubleFunction<Latencies> micros) {
    return figures -> micros.applyAsDouble(figures.client().latencies());
  }

  private Table medians() {
    List<Column<Subject>> columns = new ArrayList<>(named("variant"));
    columns.add(median("rate", "/s", 0, Figures::perSecond));
    columns.add(median("mb_per_second", "MB/s", 1, Figures::megabytesPerSecond));
    columns.add(median("client_cpu_us", "CPU µs, client", 1, Figures::clientMicros));
    columns.add(median("server_cpu_us", "CPU µs, server", 1, Figures::serverMicros));
    columns.add(millis("p50", Latencies::p50));
    columns.add(millis("p95", Latencies::p95));
    columns.add(millis("p99", Latencies::p99));
    columns.add(millis("p99.9", Latencies::p999));
    columns.add(median("gc_ms_per_second", "GC ms/s", 1, Figures::collectorMillis));
    columns.add(median("resident_mib", "MiB resident", 0, Figures::residentMebibytes));
    columns.add(
        Column.count(
            "failed",
            "failed",
            subject ->
                results.of(subject.load(), subject.variant()).stream()
                    .mapToLong(figures -> figures.client().failures())
                    .sum()));
    return Table.of("medians", subjects(results.measured()), columns);
  }

  private Column<Subject> median(
      String key, String title, int digits, ToDoubleFunction<Figures> figure) {
    return Column.number(
        key, title, digits, subject -> results.median(subject.load(), subject.variant(), figure));
  }

  private Column<Subject> millis(String name, ToDoubleFunction<Latencies> micros) {
    ToDoubleFunction<Figures> latency = latency(micros);
    return median(name + "_ms", name + " ms", 3, figures -> latency.applyAsDouble(figures) / 1e3);
  }

  /** Every measurement of every round. */
  private Table rounds() {
    List<Round> rounds =
        subjects(results.measured()).stream()
            .flatMap(subject ->
                results.of(subject.load(), subject.variant()).stream()
                    .map(figures -> new Round(subject, figures)))
            .toList();
    List<Column<Round>> columns = new ArrayList<>(load());
    columns.addAll(sample());
    columns.addAll(usage("client", round -> round.figures().client().usage()));
    columns.addAll(usage("server", round -> round.figures().server()));
    return Table.forPrograms("rounds", rounds, columns);
  }

  private static List<Column<Round>> load() {
    return List.of(
        Column.text("variant", "", round -> round.subject().variant().name()),
        Column.count("size", "", round -> round.subject().load().size()),
        Column.count("callers", "", round -> round.subject().load().callers()),
        Column.count("keys", "", round -> round.subject().load().keys()),
        Column.count(
            "round_trip_ms", "", round -> round.subject().load().line().roundTrip().toMillis()),
        Column.count(
            "line_bytes_per_second", "", round -> round.subject().load().line().bytesPerSecond()),
        Column.count("every_ms", "", round -> round.subject().load().every().toMillis()),
        Column.count("beside_size", "", round -> round.subject().load().beside().size()),
        Column.count("beside_callers", "", round -> round.subject().load().beside().callers()),
        Column.count(
            "beside_every_ms", "", round -> round.subject().load().beside().every().toMillis()));
  }

  private static List<Column<Round>> sample() {
    return List.of(
        Column.count("operations", "", round -> round.figures().client().operations()),
        Column.count("bytes", "", round -> round.figures().client().bytes()),
        Column.count("beside_bytes", "", round -> round.figures().client().besideBytes()),
        number("seconds", round -> round.figures().client().nanos() / 1e9),
        Column.count("failures", "", round -> round.figures().client().failures()),
        number("p50_us", round -> round.figures().client().latencies().p50()),
        number("p95_us", round -> round.figures().client().latencies().p95()),
        number("p99_us", round -> round.figures().client().latencies().p99()),
        number("p99.9_us", round -> round.figures().client().latencies().p999()));
  }

  private static List<Column<Round>> usage(String side, Function<Round, Usage> usage) {
    return List.of(
        number(side + "_cpu_seconds", round -> usage.apply(round).cpuNanos() / 1e9),
        number(side + "_compiler_cpu_seconds", round -> usage.apply(round).compilerNanos() / 1e9),
        number(side + "_gc_seconds", round -> usage.apply(round).collectorMillis() / 1e3),
        Column.count(side + "_resident_bytes", "", round -> usage.apply(round).residentBytes()));
  }

  private static Column<Round> number(String key, ToDoubleFunction<Round> value) {
    return Column.number(key, "", 0, value);
  }
}
