package io.aumbry.bench.store;

import io.aumbry.bench.load.Medians;
import io.aumbry.bench.store.StoreCell.Kind;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;

/** Results as Markdown: medians of the rounds, then what each is to the others. */
final class StoreTable {
  private static final double MEGA = 1e6;
  private static final double MIB = 1 << 20;

  private StoreTable() {}

  /** One measurement, as it comes. */
  static String progress(StoreCell cell, String contender, StoreFigures figures) {
    return String.format(
        Locale.ROOT,
        "%-40s %-16s %9.0f/s %8.1f MB/s %9.2f µs CPU  p50 %s  p99 %s µs",
        cell.title(),
        contender,
        figures.perSecond(),
        figures.bytesPerSecond() / MEGA,
        figures.cpuMicros(),
        number(figures.latencies().p50(), 1),
        number(figures.latencies().p99(), 1));
  }

  /** All of it. */
  static String of(StoreResults results) {
    StringBuilder out = new StringBuilder();
    out.append(
        """
        | | | op/s | MB/s | CPU µs | p50 µs | p95 µs | p99 µs | p99.9 µs | per sync | device bytes | verified MiB |
        |---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
        """);
    for (StoreCell cell : results.cells()) {
      for (String contender : results.contenders()) {
        List<StoreFigures> rounds = results.of(cell, contender);
        if (!rounds.isEmpty()) {
          out.append(row(cell, contender, rounds));
        }
      }
    }
    if (results.contenders().size() > 1) {
      out.append('\n').append(ratios(results));
    }
    return out + compaction(results);
  }

  private static String row(StoreCell cell, String contender, List<StoreFigures> rounds) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.0f | %.1f | %.2f | %s | %s | %s | %s | %s | %s | %.1f |%n",
        cell.title(),
        contender,
        Medians.of(rounds, StoreFigures::perSecond),
        Medians.of(rounds, StoreFigures::bytesPerSecond) / MEGA,
        Medians.of(rounds, StoreFigures::cpuMicros),
        number(Medians.of(rounds, f -> f.latencies().p50()), 1),
        number(Medians.of(rounds, f -> f.latencies().p95()), 1),
        number(Medians.of(rounds, f -> f.latencies().p99()), 1),
        number(Medians.of(rounds, f -> f.latencies().p999()), 1),
        number(Medians.of(rounds, StoreFigures::perSync), 1),
        number(Medians.of(rounds, StoreFigures::deviceBytesPerByte), 2),
        rounds.stream().mapToLong(StoreFigures::verified).sum() / MIB);
  }

  /** What the first contender is to each of the others. */
  private static String ratios(StoreResults results) {
    String first = results.contenders().getFirst();
    List<String> others = results.contenders().subList(1, results.contenders().size());
    StringBuilder out = new StringBuilder("| " + first + " in parts of | aim |");
    others.forEach(other -> out.append(" rate of " + other + " | CPU of " + other + " |"));
    out.append("\n|---|---|").append("--:|--:|".repeat(others.size())).append('\n');
    for (StoreCell cell : results.cells()) {
      if (others.stream().anyMatch(other -> !results.of(cell, other).isEmpty())) {
        out.append("| ").append(cell.title()).append(" | ").append(aim(cell)).append(" |");
        for (String other : others) {
          out.append(ratio(results, cell, other, StoreTable::rate));
          out.append(ratio(results, cell, other, StoreTable::cpu));
        }
        out.append('\n');
      }
    }
    return out.toString();
  }

  /** What compaction costs those who read, and the disk. */
  private static String compaction(StoreResults results) {
    StringBuilder out = new StringBuilder();
    for (StoreCell cell : results.cells()) {
      for (String contender : results.contenders()) {
        if (isCompacting(cell) && !results.of(cell, contender).isEmpty()) {
          out.append(compactionRow(results, cell, contender));
        }
      }
    }
    return out.isEmpty()
        ? ""
        : """

        | during compaction | | p99, in parts of that before (aim: at most 2) | copied for each byte freed |
        |---|---|--:|--:|
        """
            + out;
  }

  private static boolean isCompacting(StoreCell cell) {
    return cell.kind() == Kind.READ_COMPACTING || cell.kind() == Kind.READ_COMPACTING_FREELY;
  }

  private static String compactionRow(StoreResults results, StoreCell cell, String contender) {
    StoreCell before = new StoreCell(Kind.READ_HALF, cell.size(), cell.callers());
    double p99 =
        Medians.ofRatios(
            results.of(cell, contender),
            results.of(before, contender),
            (during, without) -> during.latencies().p99() / without.latencies().p99());
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %s |%n",
        cell.title(),
        contender,
        number(p99, 2),
        number(Medians.of(results.of(cell, contender), StoreFigures::copiedPerFreed), 2));
  }

  private static String ratio(
      StoreResults results,
      StoreCell cell,
      String other,
      ToDoubleBiFunction<StoreFigures, StoreFigures> ratio) {
    String first = results.contenders().getFirst();
    double value = Medians.ofRatios(results.of(cell, first), results.of(cell, other), ratio);
    return " " + number(value, 2) + " |";
  }

  private static double rate(StoreFigures ours, StoreFigures theirs) {
    return ours.perSecond() / theirs.perSecond();
  }

  private static double cpu(StoreFigures ours, StoreFigures theirs) {
    return theirs.cpuMicros() == 0 ? Double.NaN : ours.cpuMicros() / theirs.cpuMicros();
  }

  /** What the store is to reach. */
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

  private static String number(double value, int digits) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
