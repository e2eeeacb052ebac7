package io.aumbry.bench;

import io.aumbry.bench.load.Operation;
import io.aumbry.bench.load.Schedule;
import io.aumbry.bench.load.Tally;
import io.aumbry.bench.process.ProcessCost;
import io.aumbry.bench.process.ProcessSample;
import java.time.Duration;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** A measurement as tables for a terminal. */
final class TextReport {
  private static final double MIB = 1 << 20;

  private TextReport() {}

  static String of(Measurement measurement, Schedule schedule) {
    Formatter out = new Formatter(Locale.ROOT);
    load(measurement, out);
    failures(measurement.tally(), out);
    out.format("%n%s%n", meaning(schedule));
    processes(measurement, out);
    return out.toString();
  }

  private static void load(Measurement measurement, Formatter out) {
    out.format("%-8s %10s %10s %10s  latency in ms%n", "", "requests", "/s", "MiB/s");
    out.format("%40s %s%n", "", heads());
    Map<Operation, Tally.Successes> successes = new TreeMap<>(measurement.tally().successes());
    successes.forEach((operation, of) ->
        out.format(
            "%-8s %10d %10.1f %10.1f %s%n",
            operation,
            of.requests(),
            measurement.perSecond(of.requests()),
            measurement.perSecond(of.bytes()) / MIB,
            latencies(of.latency())));
    Histogram failed = measurement.tally().failureLatency();
    if (failed.getTotalCount() > 0) {
      out.format(
          "%-8s %10d %10.1f %10s %s%n",
          "failed",
          failed.getTotalCount(),
          measurement.perSecond(failed.getTotalCount()),
          "",
          latencies(failed));
    }
  }

  private static String heads() {
    return String.format(
        Locale.ROOT, "%9s %9s %9s %9s %9s %9s", "mean", "p50", "p90", "p99", "p99.9", "max");
  }

  static String latencies(Histogram nanos) {
    return String.format(
        Locale.ROOT,
        "%9.3f %9.3f %9.3f %9.3f %9.3f %9.3f",
        nanos.getMean() / 1e6,
        nanos.getValueAtPercentile(50) / 1e6,
        nanos.getValueAtPercentile(90) / 1e6,
        nanos.getValueAtPercentile(99) / 1e6,
        nanos.getValueAtPercentile(99.9) / 1e6,
        nanos.getMaxValue() / 1e6);
  }

  private static void failures(Tally tally, Formatter out) {
    new TreeMap<>(tally.failures())
        .forEach((kind, failures) ->
            out.format(
                "  %-28s %8d  first: %s%n",
                kind, failures.count(), failures.example().replaceAll("\\s+", " ")));
  }

  private static String meaning(Schedule schedule) {
    return switch (schedule) {
      case Schedule.ClosedLoop() ->
          "closed loop: latency is from sending to the last byte, as each of so many callers sees"
              + " it who wait for one answer before they ask again";
      case Schedule.OpenLoop(double rate) ->
          String.format(
              Locale.ROOT,
              "open loop at %.1f/s: latency counts from when the request was due, sent or not",
              rate);
    };
  }

  private static void processes(Measurement measurement, Formatter out) {
    out.format(
        "%n%-28s %8s %9s %9s %15s %9s %9s%n",
        "process", "pid", "user s", "system s", "CPU ms/request", "RSS MiB", "peak MiB");
    List<ProcessCost> costs = measurement.costs();
    costs.forEach(cost -> process(measurement, cost, out));
    if (costs.stream().anyMatch(cost -> cost.process().servesRequests())) {
      out.format(
          "%-28s %8s %9s %9s %15.4f%n",
          "all that serve requests",
          "",
          "",
          seconds(measurement.serverTime()),
          measurement.serverMillis());
    }
    process(measurement, measurement.generator(), out);
  }

  private static void process(Measurement measurement, ProcessCost cost, Formatter out) {
    ProcessSample after = cost.after();
    out.format(
        "%-28s %8d %9s %9s %15.4f %9.1f %9.1f%n",
        cost.process().name(),
        cost.process().pid(),
        seconds(cost.user()),
        seconds(cost.system()),
        measurement.perRequest(cost.processorTime()),
        after.residentBytes() / MIB,
        after.peakBytes() / MIB);
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.2f", duration.toNanos() / 1e9);
  }
}
