package io.aumbry.bench;

import io.aumbry.bench.Suite.Cell;
import io.aumbry.bench.load.LoadOperation;
import io.aumbry.bench.load.Medians;
import io.aumbry.bench.load.Tally;
import io.aumbry.bench.process.ProcessCost;
import io.aumbry.bench.report.Column;
import io.aumbry.bench.report.Report;
import io.aumbry.bench.report.Report.Section;
import io.aumbry.bench.report.Table;
import io.aumbry.config.DataSize;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The report of {@code aumbry bench suite}: medians of the rounds. */
final class SuiteReport {
  private static final int SMALL = 4 << 10;
  private static final int LARGE = 4 << 20;
  private static final double MIB = 1 << 20;

  private final Map<Cell, List<Measurement>> results;

  SuiteReport(Map<Cell, List<Measurement>> results) {
    this.results = results;
  }

  static Report of(Map<Cell, List<Measurement>> results) {
    SuiteReport report = new SuiteReport(results);
    return new Report(
        List.of(
            Section.of(
                report.figures(),
                report.ratios(),
                report.names(),
                report.processes(),
                report.failures())));
  }

  /** Formats a measurement as a line of progress. */
  static String progress(Cell cell, Measurement measurement, boolean counts) {
    return String.format(
        Locale.ROOT,
        "%-14s %-20s %9.1f/s  p50 %8.3f ms  p99 %8.3f ms  CPU %8.4f ms/request%s%s",
        title(cell),
        cell.contender(),
        measurement.requestsPerSecond(),
        measurement.latencyMillis(cell.operation(), 50),
        measurement.latencyMillis(cell.operation(), 99),
        measurement.serverMillis(),
        counts ? "" : "  (warm-up round)",
        measurement.hasFailures() ? "  failed: " + measurement.tally().failures() : "");
  }

  static String title(Cell cell) {
    return cell.operation() + " " + new DataSize(cell.size());
  }

  /** The medians of every cell. */
  Table figures() {
    return Table.of(
        "medians",
        List.copyOf(results.keySet()),
        List.<Column<Cell>>of(
            Column.text("operation", "", SuiteReport::title),
            Column.text("contender", "", Cell::contender),
            median("cpu_ms", "CPU ms/request", 3, Measurement::serverMillis),
            Column.number("cpu_ms_min", "least", 3, cell -> costs(cell).min().orElse(Double.NaN)),
            Column.number("cpu_ms_max", "most", 3, cell -> costs(cell).max().orElse(Double.NaN)),
            median("requests_per_second", "/s", 0, Measurement::requestsPerSecond),
            median("mib_per_second", "MiB/s", 0, m -> m.perSecond(m.tally().bytes()) / MIB),
            latency("p50", 50),
            latency("p99", 99),
            latency("p99.9", 99.9),
            median(
                "generator_cpu_ms",
                "generator CPU ms",
                3,
                m -> m.perRequest(m.generator().processorTime()))));
  }

  private DoubleStream costs(Cell cell) {
    return rounds(cell).stream().mapToDouble(Measurement::serverMillis);
  }

  private List<Measurement> rounds(Cell cell) {
    return results.getOrDefault(cell, List.of());
  }

  private Column<Cell> median(
      String key, String title, int digits, ToDoubleFunction<Measurement> figure) {
    return Column.number(key, title, digits, cell -> Medians.of(rounds(cell), figure));
  }

  private Column<Cell> latency(String name, double percentile) {
    return Column.number(
        name + "_ms",
        name + " ms",
        2,
        cell -> Medians.of(rounds(cell), m -> m.latencyMillis(cell.operation(), percentile)));
  }

  /** A process of a cell. */
  private record CellProcess(Cell cell, int index, ProcessCost cost) {}

  /** The cost of every process. */
  Table processes() {
    List<CellProcess> rows =
        results.keySet().stream()
            .flatMap(cell -> {
              List<ProcessCost> last = rounds(cell).getLast().costs();
              return IntStream.range(0, last.size())
                  .mapToObj(i -> new CellProcess(cell, i, last.get(i)));
            })
            .toList();
    return Table.of(
        "processes",
        rows,
        List.<Column<CellProcess>>of(
            Column.text("operation", "", row -> title(row.cell())),
            Column.text("contender", "", row -> row.cell().contender()),
            Column.text("process", "process", row -> row.cost().process().name()),
            Column.number(
                "cpu_ms",
                "CPU ms/request",
                3,
                row ->
                    Medians.of(
                        rounds(row.cell()),
                        m -> m.perRequest(m.costs().get(row.index()).processorTime()))),
            Column.number("rss_mib", "RSS MiB", 0, row -> row.cost().after().residentBytes() / MIB),
            Column.number("peak_mib", "peak MiB", 0, row -> row.cost().after().peakBytes() / MIB)));
  }

  /** The failed requests of every cell. */
  Table failures() {
    return Table.of(
        "failures",
        results.keySet().stream().filter(cell -> !failures(cell).isEmpty()).toList(),
        List.<Column<Cell>>of(
            Column.text("operation", "", SuiteReport::title),
            Column.text("contender", "", Cell::contender),
            Column.text("failed", "failed", cell -> failures(cell).toString())));
  }

  private Map<String, Long> failures(Cell cell) {
    Map<String, Long> counts = new TreeMap<>();
    for (Measurement measurement : rounds(cell)) {
      for (Map.Entry<String, Tally.Failures> entry : measurement.tally().failures().entrySet()) {
        counts.merge(entry.getKey(), entry.getValue().count(), Long::sum);
      }
    }
    return counts;
  }

  /** Aumbry relative to two nginx with TLS between them, with the targets of the project. */
  private Table ratios() {
    return Table.of(
        "relative_to_nginx",
        results.keySet().stream()
            .filter(cell -> cell.contender().equals(Contenders.AUMBRY))
            .filter(cell -> results.containsKey(of(cell, Contenders.NGINX_TLS)))
            .toList(),
        List.<Column<Cell>>of(
            Column.text("operation", "Aumbry / " + Contenders.NGINX_TLS, SuiteReport::title),
            ratio(
                "rate",
                "rate",
                Contenders.NGINX_TLS,
                (a, b) -> a.requestsPerSecond() / b.requestsPerSecond()),
            aim("rate", cell -> isGet(cell, SMALL) || isGet(cell, LARGE) ? "≥ 0.80" : ""),
            ratio("cpu", "CPU", Contenders.NGINX_TLS, SuiteReport::cpuRatio),
            ratio(
                "frontend_bytes_per_cpu",
                "bytes per CPU second, frontend / proxy",
                Contenders.NGINX_TLS,
                (a, b) -> millis(b, "proxy") / millis(a, "frontend")),
            aim("frontend_bytes_per_cpu", cell -> isGet(cell, LARGE) ? "≥ 0.85" : ""),
            median("frontend_cpu_us", "frontend CPU µs", 1, m -> 1000 * millis(m, "frontend")),
            aim("frontend_cpu_us", cell -> isGet(cell, SMALL) ? "< 25" : "")));
  }

  /** Signed requests by name relative to anonymous ones by id. */
  private Table names() {
    return Table.of(
        "relative_to_ids",
        results.keySet().stream()
            .filter(cell -> cell.contender().equals(Contenders.NAMED))
            .filter(cell -> results.containsKey(of(cell, Contenders.AUMBRY)))
            .toList(),
        List.<Column<Cell>>of(
            Column.text("operation", "named, signed / by id, anonymous", SuiteReport::title),
            ratio("cpu", "CPU", Contenders.AUMBRY, SuiteReport::cpuRatio),
            extreme("cpu_min", "least", DoubleStream::min),
            extreme("cpu_max", "most", DoubleStream::max),
            aim("cpu", cell -> cell.size() == SMALL ? "≤ 1.30" : ""),
            ratio(
                "frontend_cpu",
                "frontend CPU",
                Contenders.AUMBRY,
                (a, b) -> millis(a, "frontend") / millis(b, "frontend")),
            ratio(
                "rate",
                "rate",
                Contenders.AUMBRY,
                (a, b) -> a.requestsPerSecond() / b.requestsPerSecond())));
  }

  private static double cpuRatio(Measurement one, Measurement other) {
    return one.serverMillis() / other.serverMillis();
  }

  private Column<Cell> extreme(
      String key, String title, Function<DoubleStream, OptionalDouble> which) {
    return Column.number(
        key,
        title,
        2,
        cell -> {
          List<Measurement> others = rounds(of(cell, Contenders.AUMBRY));
          List<Measurement> ones = rounds(cell);
          int count = Math.min(ones.size(), others.size());
          return which
              .apply(
                  IntStream.range(0, count).mapToDouble(i -> cpuRatio(ones.get(i), others.get(i))))
              .orElse(Double.NaN);
        });
  }

  private Column<Cell> ratio(
      String key,
      String title,
      String relativeTo,
      ToDoubleBiFunction<Measurement, Measurement> ratio) {
    return Column.number(
        key, title, 2, cell -> Medians.ofRatios(rounds(cell), rounds(of(cell, relativeTo)), ratio));
  }

  private static Column<Cell> aim(String key, Function<Cell, String> aim) {
    return Column.text(key + "_aim", "aim", aim);
  }

  /** The same cell of another contender. */
  private static Cell of(Cell cell, String contender) {
    return new Cell(cell.operation(), cell.size(), contender);
  }

  private static boolean isGet(Cell cell, long size) {
    return cell.operation() == LoadOperation.GET && cell.size() == size;
  }

  /** CPU time per request of the processes of one kind, in ms; NaN if there is none. */
  private static double millis(Measurement measurement, String kind) {
    return measurement
        .timeOf(process -> process.name().contains(kind))
        .map(measurement::perRequest)
        .orElse(Double.NaN);
  }
}
