package io.aumbry.bench;

import io.aumbry.bench.Suite.Cell;
import io.aumbry.bench.load.LoadOperation;
import io.aumbry.bench.load.Medians;
import io.aumbry.bench.peers.PeerInterface;
import io.aumbry.bench.report.Column;
import io.aumbry.bench.report.Report;
import io.aumbry.bench.report.Report.Section;
import io.aumbry.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * The report of {@code aumbry bench peers}: a table for each figure, with a row for each server.
 */
final class PeersReport {
  private final List<PeerInterface> interfaces;
  private final Map<Cell, List<Measurement>> results;

  private PeersReport(List<PeerInterface> interfaces, Map<Cell, List<Measurement>> results) {
    this.interfaces = List.copyOf(interfaces);
    this.results = results;
  }

  /**
   * Creates the report.
   *
   * @param interfaces in the order of the rows; ratios are relative to the first
   */
  static Report of(List<PeerInterface> interfaces, Map<Cell, List<Measurement>> results) {
    PeersReport report = new PeersReport(interfaces, results);
    SuiteReport details = new SuiteReport(results);
    return new Report(
        List.of(
            report.cost(),
            report.section(
                "Requests per second", report.medians("rate", 0, Measurement::requestsPerSecond)),
            report.section("Latency, p50, in ms", report.latency("p50_ms", 50)),
            report.section("Latency, p99, in ms", report.latency("p99_ms", 99)),
            report.ratios(),
            report.section("Setups", report.setups()),
            report.section("Details", details.figures(), details.processes(), details.failures())));
  }

  private Section section(String title, Table... tables) {
    return new Section(title, List.of(), List.of(tables));
  }

  private Section cost() {
    return new Section(
        "CPU in ms per request",
        List.of(
            "The processor time of all processes of a server, without its JIT compiler threads,"
                + " divided by the requests."),
        List.of(medians("cpu_ms", 3, Measurement::serverMillis)));
  }

  private Section ratios() {
    if (interfaces.size() < 2) {
      return new Section("Ratios", List.of(), List.of());
    }
    return new Section(
        first() + ", relative to the others",
        List.of("Medians of the ratios of the rounds. Low is good for CPU, high for the rate."),
        List.of(
            ratio(
                "cpu_ratio",
                "CPU per request / that of",
                (one, other) -> one.serverMillis() / other.serverMillis()),
            ratio(
                "rate_ratio",
                "requests per second / those of",
                (one, other) -> one.requestsPerSecond() / other.requestsPerSecond())));
  }

  private Table latency(String name, double percentile) {
    return table(
        name,
        "",
        rows(),
        2,
        cell -> Medians.of(rounds(cell), m -> m.latencyMillis(cell.operation(), percentile)));
  }

  private Table medians(String name, int digits, ToDoubleFunction<Measurement> figure) {
    return table(name, "", rows(), digits, cell -> Medians.of(rounds(cell), figure));
  }

  private Table ratio(
      String name, String title, ToDoubleBiFunction<Measurement, Measurement> ratio) {
    return table(
        name,
        title,
        rows().subList(1, rows().size()),
        2,
        cell ->
            Medians.ofRatios(
                rounds(new Cell(cell.operation(), cell.size(), first())), rounds(cell), ratio));
  }

  /** A table with a row for each interface and a column for each operation and size. */
  private Table table(
      String name, String title, List<String> rows, int digits, ToDoubleFunction<Cell> figure) {
    List<Column<String>> columns = new ArrayList<>();
    columns.add(Column.text("server", title, row -> row));
    for (long size : results.keySet().stream().map(Cell::size).distinct().sorted().toList()) {
      for (LoadOperation operation : LoadOperation.values()) {
        columns.add(
            Column.number(
                operation.name().toLowerCase(Locale.ROOT) + "_" + size,
                SuiteReport.title(new Cell(operation, size, "")),
                digits,
                row -> figure.applyAsDouble(new Cell(operation, size, row))));
      }
    }
    return Table.of(name, rows, columns);
  }

  private Table setups() {
    return Table.of(
        "setups",
        interfaces,
        List.<Column<PeerInterface>>of(
            Column.text("server", "", PeerInterface::name),
            Column.text("copies", "copies", one -> one.setup().copies()),
            Column.text("tls", "TLS", one -> one.setup().tls()),
            Column.text("sync", "at the acknowledgement", one -> one.setup().sync()),
            Column.text("requests", "requests", one -> one.setup().requests()),
            Column.count("processes", "processes", one -> one.processes().size()),
            Column.count("endpoints", "endpoints", one -> one.endpoints().size())));
  }

  private List<String> rows() {
    return interfaces.stream().map(PeerInterface::name).toList();
  }

  private String first() {
    return rows().getFirst();
  }

  private List<Measurement> rounds(Cell cell) {
    return results.getOrDefault(cell, List.of());
  }
}
