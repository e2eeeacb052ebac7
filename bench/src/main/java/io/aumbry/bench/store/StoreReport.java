package io.aumbry.bench.store;

import io.aumbry.bench.load.Medians;
import io.aumbry.bench.report.Column;
import io.aumbry.bench.report.Report;
import io.aumbry.bench.report.Report.Section;
import io.aumbry.bench.report.Table;
import io.aumbry.bench.store.StoreCell.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * The report of {@code aumbry bench store}: medians, ratios, the cost of compaction, all rounds.
 */
final class StoreReport {
  private static final double MEGA = 1e6;
  private static final double MIB = 1 << 20;

  /** A cell of one target. */
  private record Row(StoreCell cell, String contender) {}

  /** A measurement. */
  private record Round(Row row, StoreMeasurement figures) {}

  private final StoreResults results;

  private StoreReport(StoreResults results) {
    this.results = results;
  }

  static Report of(StoreResults results) {
    StoreReport report = new StoreReport(results);
    return new Report(
        List.of(
            Section.of(
                report.medians(), report.ratios(), report.compaction(), report.measurements())));
  }

  /** Formats a measurement as a line of progress. */
  static String progress(StoreCell cell, String contender, StoreMeasurement figures) {
    return String.format(
        Locale.ROOT,
        "%-40s %-16s %9.0f/s %8.1f MB/s %9.2f µs CPU  p50 %s  p99 %s µs",
        cell.title(),
        contender,
        figures.perSecond(),
        figures.bytesPerSecond() / MEGA,
        figures.cpuMicros(),
        number(figures.latencies().p50()),
        number(figures.latencies().p99()));
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.1f", value);
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (StoreCell cell : results.cells()) {
      results.contenders().stream()
          .map(contender -> new Row(cell, contender))
          .filter(row -> !rounds(row).isEmpty())
          .forEach(rows::add);
    }
    return rows;
  }

  private List<StoreMeasurement> rounds(Row row) {
    return results.of(row.cell(), row.contender());
  }

  private Column<Row> median(
      String key, String title, int digits, ToDoubleFunction<StoreMeasurement> figure) {
    return Column.number(key, title, digits, row -> Medians.of(rounds(row), figure));
  }

  private static Column<Row> title(String head) {
    return Column.text("cell", head, row -> row.cell().title());
  }

  private Table medians() {
    return Table.of(
        "medians",
        rows(),
        List.of(
            title(""),
            Column.text("contender", "", Row::contender),
            median("rate", "op/s", 0, StoreMeasurement::perSecond),
            median("mb_per_second", "MB/s", 1, figures -> figures.bytesPerSecond() / MEGA),
            median("cpu_us", "CPU µs", 2, StoreMeasurement::cpuMicros),
            median("p50", "p50 µs", 1, figures -> figures.latencies().p50()),
            median("p95", "p95 µs", 1, figures -> figures.latencies().p95()),
            median("p99", "p99 µs", 1, figures -> figures.latencies().p99()),
            median("p99.9", "p99.9 µs", 1, figures -> figures.latencies().p999()),
            median("per_sync", "per sync", 1, StoreMeasurement::perSync),
            median(
                "device_bytes_per_byte", "device bytes", 2, StoreMeasurement::deviceBytesPerByte),
            Column.number(
                "verified_mib",
                "verified MiB",
                1,
                row -> rounds(row).stream().mapToLong(StoreMeasurement::verified).sum() / MIB)));
  }

  /** The first target relative to each of the others. */
  private Table ratios() {
    String first = results.contenders().getFirst();
    List<String> others = results.contenders().subList(1, results.contenders().size());
    List<Row> compared =
        rows().stream()
            .filter(row -> row.contender().equals(first))
            .filter(
                row -> others.stream().anyMatch(other -> !results.of(row.cell(), other).isEmpty()))
            .toList();
    List<Column<Row>> columns = new ArrayList<>();
    columns.add(title(first + ", relative to the others"));
    columns.add(Column.text("aim", "aim", row -> aim(row.cell())));
    for (String other : others) {
      columns.add(ratio("rate", other, (a, b) -> a.perSecond() / b.perSecond()));
      columns.add(ratio("CPU", other, (a, b) -> a.cpuMicros() / positive(b.cpuMicros())));
    }
    return Table.of("ratios", compared, columns);
  }

  private Column<Row> ratio(
      String figure, String other, ToDoubleBiFunction<StoreMeasurement, StoreMeasurement> ratio) {
    return Column.number(
        figure + " / " + other,
        figure + " / " + other,
        2,
        row -> Medians.ofRatios(rounds(row), results.of(row.cell(), other), ratio));
  }

  private static double positive(double value) {
    return value > 0 ? value : Double.NaN;
  }

  /** The cost of compaction for readers and for the disk. */
  private Table compaction() {
    return Table.of(
        "compaction",
        rows().stream().filter(row -> isCompacting(row.cell())).toList(),
        List.of(
            title("during compaction"),
            Column.text("contender", "", Row::contender),
            Column.number("p99_ratio", "p99 / p99 before (aim: ≤ 2)", 2, this::p99Ratio),
            median(
                "copied_per_freed", "bytes copied / freed", 2, StoreMeasurement::copiedPerFreed)));
  }

  private static boolean isCompacting(StoreCell cell) {
    return cell.kind() == Kind.READ_COMPACTING || cell.kind() == Kind.READ_COMPACTING_FREELY;
  }

  private double p99Ratio(Row row) {
    StoreCell before = new StoreCell(Kind.READ_HALF, row.cell().size(), row.cell().callers());
    return Medians.ofRatios(
        rounds(row),
        results.of(before, row.contender()),
        (during, without) -> during.latencies().p99() / without.latencies().p99());
  }

  /** Every measurement of every round. */
  private Table measurements() {
    List<Round> rounds =
        rows().stream()
            .flatMap(row -> rounds(row).stream().map(figures -> new Round(row, figures)))
            .toList();
    List<Column<Round>> columns = new ArrayList<>(subject());
    columns.addAll(work());
    columns.add(time("p50_us", round -> round.figures().latencies().p50()));
    columns.add(time("p95_us", round -> round.figures().latencies().p95()));
    columns.add(time("p99_us", round -> round.figures().latencies().p99()));
    columns.add(time("p99.9_us", round -> round.figures().latencies().p999()));
    return Table.forPrograms("rounds", rounds, columns);
  }

  private static Column<Round> time(String key, ToDoubleFunction<Round> value) {
    return Column.number(key, key, 1, value);
  }

  private static List<Column<Round>> subject() {
    return List.of(
        Column.text("kind", "kind", round -> round.row().cell().kind().name()),
        Column.count("size", "size", round -> round.row().cell().size()),
        Column.count("callers", "callers", round -> round.row().cell().callers()),
        Column.text("contender", "contender", round -> round.row().contender()));
  }

  private static List<Column<Round>> work() {
    return List.of(
        Column.count("operations", "operations", round -> round.figures().operations()),
        Column.count("bytes", "bytes", round -> round.figures().bytes()),
        time("seconds", round -> round.figures().nanos() / 1e9),
        time("cpu_seconds", round -> round.figures().cost().loadNanos() / 1e9),
        time("compiler_cpu_seconds", round -> round.figures().cost().compilerNanos() / 1e9),
        Column.count("device_read_bytes", "", round -> round.figures().cost().device().read()),
        Column.count(
            "device_written_bytes", "", round -> round.figures().cost().device().written()),
        Column.count("syncs", "syncs", round -> round.figures().aside().syncs()),
        Column.count(
            "compaction_copied_bytes",
            "",
            round -> round.figures().aside().compacted().copiedBytes()),
        Column.count(
            "compaction_freed_bytes",
            "",
            round -> round.figures().aside().compacted().freedBytes()),
        Column.count("verified_bytes", "", round -> round.figures().verified()));
  }

  /** The project's target for the store. */
  private static String aim(StoreCell cell) {
    boolean small = cell.size() == 4 << 10;
    if (cell.kind() == Kind.APPEND && cell.size() >= 64 << 10) {
      return "0.90 of fio";
    }
    if (cell.kind() == Kind.APPEND && small && cell.callers() == 16) {
      return "0.80 of fio";
    }
    return small && (cell.kind() == Kind.READ_UNIFORM || cell.kind() == Kind.READ_RECENT)
        ? "CPU below 3 µs"
        : "";
  }
}
