package io.aumbry.bench;

import io.aumbry.bench.Suite.Cell;
import io.aumbry.bench.load.Medians;
import io.aumbry.bench.load.Tally;
import io.aumbry.bench.process.ProcessCost;
import io.aumbry.config.DataSize;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The results of a suite as Markdown: medians over the rounds. */
final class SuiteTable {
  private static final double MIB = 1 << 20;

  private SuiteTable() {}

  static String of(Map<Cell, List<Measurement>> results) {
    StringBuilder out = new StringBuilder();
    out.append("| | | CPU ms/request | least to most | /s | MiB/s | p50 ms | p99 ms | p99.9 ms |")
        .append(" generator CPU ms |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    results.forEach((cell, rounds) -> out.append(row(cell, rounds)));
    out.append("\nCPU ms/request by process, and its memory in MiB at the end (peak)\n\n")
        .append("| | | process | CPU ms/request | RSS | peak |\n|---|---|---|--:|--:|--:|\n");
    results.forEach((cell, rounds) -> out.append(processes(cell, rounds)));
    results.forEach((cell, rounds) -> out.append(failures(cell, rounds)));
    return out.toString();
  }

  /** For who watches. */
  static String progress(Cell cell, Measurement measurement) {
    return String.format(
        Locale.ROOT,
        "%-14s %-20s %9.1f/s  p50 %8.3f ms  p99 %8.3f ms  CPU %8.4f ms/request%s",
        title(cell),
        cell.contender(),
        measurement.requestsPerSecond(),
        measurement.latencyMillis(cell.operation(), 50),
        measurement.latencyMillis(cell.operation(), 99),
        measurement.serverMillis(),
        measurement.hasFailures() ? "  failed: " + measurement.tally().failures() : "");
  }

  private static String title(Cell cell) {
    return cell.operation() + " " + new DataSize(cell.size());
  }

  private static String row(Cell cell, List<Measurement> rounds) {
    DoubleSummaryStatistics costs =
        rounds.stream().mapToDouble(Measurement::serverMillis).summaryStatistics();
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.3f | %.3f–%.3f | %.0f | %.0f | %.2f | %.2f | %.2f | %.3f |%n",
        title(cell),
        cell.contender(),
        Medians.of(rounds, Measurement::serverMillis),
        costs.getMin(),
        costs.getMax(),
        Medians.of(rounds, Measurement::requestsPerSecond),
        Medians.of(rounds, m -> m.perSecond(m.tally().bytes()) / MIB),
        Medians.of(rounds, m -> m.latencyMillis(cell.operation(), 50)),
        Medians.of(rounds, m -> m.latencyMillis(cell.operation(), 99)),
        Medians.of(rounds, m -> m.latencyMillis(cell.operation(), 99.9)),
        Medians.of(rounds, m -> m.perRequest(m.generator().processorTime())));
  }

  private static String processes(Cell cell, List<Measurement> rounds) {
    StringBuilder out = new StringBuilder();
    List<ProcessCost> last = rounds.getLast().costs();
    for (int i = 0; i < last.size(); i++) {
      int process = i;
      out.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %.3f | %.0f | %.0f |%n",
              title(cell),
              cell.contender(),
              last.get(i).process().name(),
              Medians.of(rounds, m -> m.perRequest(m.costs().get(process).processorTime())),
              last.get(i).after().residentBytes() / MIB,
              last.get(i).after().peakBytes() / MIB));
    }
    return out.toString();
  }

  private static String failures(Cell cell, List<Measurement> rounds) {
    Map<String, Long> counts = new TreeMap<>();
    for (Measurement measurement : rounds) {
      for (Map.Entry<String, Tally.Failures> entry : measurement.tally().failures().entrySet()) {
        counts.merge(entry.getKey(), entry.getValue().count(), Long::sum);
      }
    }
    return counts.isEmpty()
        ? ""
        : "\nFailed: " + title(cell) + ", " + cell.contender() + ": " + counts + "\n";
  }
}
