package io.aumbry.bench;

import io.aumbry.bench.load.LoadOperation;
import io.aumbry.bench.load.Schedule;
import io.aumbry.bench.load.Tally;
import io.aumbry.bench.process.ProcessCost;
import io.aumbry.bench.report.Column;
import io.aumbry.bench.report.Report;
import io.aumbry.bench.report.Report.Section;
import io.aumbry.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The report of {@code aumbry bench put}, {@code get} and {@code mixed}. */
final class LoadReport {
  private static final double MIB = 1 << 20;

  /** The requests with one outcome. */
  private record Requests(String name, long count, long bytes, Histogram latency) {}

  private LoadReport() {}

  static Report of(Measurement measurement, Schedule schedule) {
    return new Report(
        List.of(
            new Section(
                "",
                List.of(meaning(schedule)),
                List.of(
                    requests(measurement),
                    failures(measurement.tally()),
                    totals(measurement),
                    processes(measurement)))));
  }

  private static String meaning(Schedule schedule) {
    return switch (schedule) {
      case Schedule.ClosedLoop() ->
          "Closed loop: each caller waits for a response before its next request. Latency is from"
              + " sending to the last byte, in ms.";
      case Schedule.OpenLoop(double rate) ->
          String.format(
              Locale.ROOT,
              "Open loop at %.1f/s: latency is from the time at which the request was due, in ms.",
              rate);
    };
  }

  private static Table requests(Measurement measurement) {
    List<Requests> rows = new ArrayList<>();
    new TreeMap<LoadOperation, Tally.Successes>(measurement.tally().successes())
        .forEach((operation, of) ->
            rows.add(new Requests(operation.name(), of.requests(), of.bytes(), of.latency())));
    Histogram failed = measurement.tally().failureLatency();
    if (failed.getTotalCount() > 0) {
      rows.add(new Requests("failed", failed.getTotalCount(), 0, failed));
    }
    List<Column<Requests>> columns = new ArrayList<>();
    columns.add(Column.text("outcome", "", Requests::name));
    columns.add(Column.count("requests", "requests", Requests::count));
    columns.add(
        Column.number("requests_per_second", "/s", 1, row -> measurement.perSecond(row.count())));
    columns.add(
        Column.number(
            "mib_per_second", "MiB/s", 1, row -> measurement.perSecond(row.bytes()) / MIB));
    columns.addAll(latencies());
    return Table.of("operations", rows, columns);
  }

  private static List<Column<Requests>> latencies() {
    List<Column<Requests>> columns = new ArrayList<>();
    columns.add(Column.number("mean_ms", "mean", 3, row -> row.latency().getMean() / 1e6));
    for (double percentile : new double[] {50, 90, 95, 99, 99.9}) {
      String name =
          "p" + (percentile % 1 == 0 ? Long.toString((long) percentile) : percentile + "");
      columns.add(
          Column.number(
              name + "_ms", name, 3, row -> row.latency().getValueAtPercentile(percentile) / 1e6));
    }
    columns.add(Column.number("max_ms", "max", 3, row -> row.latency().getMaxValue() / 1e6));
    return columns;
  }

  private static Table failures(Tally tally) {
    return Table.of(
        "failures",
        List.copyOf(new TreeMap<>(tally.failures()).entrySet()),
        List.<Column<Map.Entry<String, Tally.Failures>>>of(
            Column.text("failure", "failure", Map.Entry::getKey),
            Column.count("count", "count", entry -> entry.getValue().count()),
            Column.text(
                "first", "first", entry -> entry.getValue().example().replaceAll("\\s+", " "))));
  }

  private static Table totals(Measurement measurement) {
    boolean isWatched =
        measurement.costs().stream().anyMatch(cost -> cost.process().servesRequests());
    return Table.of(
        "totals",
        isWatched ? List.of(measurement) : List.<Measurement>of(),
        List.<Column<Measurement>>of(
            Column.number("seconds", "seconds", 2, m -> m.load().elapsed().toNanos() / 1e9),
            Column.number(
                "server_cpu_seconds", "server CPU s", 2, m -> m.serverTime().toNanos() / 1e9),
            Column.number(
                "server_cpu_ms_per_request",
                "server CPU ms/request",
                4,
                Measurement::serverMillis)));
  }

  private static Table processes(Measurement measurement) {
    List<ProcessCost> costs = new ArrayList<>(measurement.costs());
    costs.add(measurement.generator());
    return Table.of(
        "processes",
        costs,
        List.<Column<ProcessCost>>of(
            Column.text("process", "process", cost -> cost.process().name()),
            Column.count("pid", "pid", cost -> cost.process().pid()),
            Column.text(
                "serves_requests",
                "serves requests",
                cost -> cost.process().servesRequests() ? "yes" : "no"),
            Column.number("user_seconds", "user s", 2, cost -> cost.user().toNanos() / 1e9),
            Column.number("system_seconds", "system s", 2, cost -> cost.system().toNanos() / 1e9),
            Column.number(
                "cpu_ms_per_request",
                "CPU ms/request",
                4,
                cost -> measurement.perRequest(cost.processorTime())),
            Column.number("rss_mib", "RSS MiB", 1, cost -> cost.after().residentBytes() / MIB),
            Column.number("peak_mib", "peak MiB", 1, cost -> cost.after().peakBytes() / MIB)));
  }
}
