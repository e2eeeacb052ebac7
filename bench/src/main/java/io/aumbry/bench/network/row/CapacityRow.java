package io.aumbry.bench.network.row;

import io.aumbry.bench.network.measure.Figures;
import io.aumbry.bench.network.measure.Load;
import io.aumbry.config.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Measures the highest load of a node within the service level, and the cost of a byte at that
 * load.
 */
final class CapacityRow implements Row {
  private static final double MOST_P50_MICROS = 10_000;
  private static final double MOST_P99_MICROS = 30_000;
  private static final int MEDIUM = 64 << 10;
  private static final int LARGE = 1 << 20;

  private static final List<Integer> SIZES =
      List.of(100, 1 << 10, 4 << 10, 16 << 10, 40 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20);

  @Override
  public int number() {
    return 10;
  }

  @Override
  public String title() {
    return "Capacity at the service level: p50 of 10 ms, p99 of 30 ms, no errors";
  }

  @Override
  public String reported() {
    return "LinkedIn (Espresso): the size with the best cost, the \"sweet spot\", lay at 40 KB.";
  }

  @Override
  public List<Variant> variants() {
    return List.of(new Variant("HTTP/2, BoringSSL", ConnectionSetup.defaults()));
  }

  @Override
  public List<Load> loads() {
    return SIZES.stream()
        .flatMap(size -> callers(size).map(callers -> Load.of(size, callers)))
        .toList();
  }

  /** From few callers to more than the service level allows. */
  private static Stream<Integer> callers(int size) {
    if (size < MEDIUM) {
      return Stream.of(8, 32, 128);
    }
    return size < LARGE ? Stream.of(4, 16, 64) : Stream.of(1, 4, 8);
  }

  @Override
  public List<String> findings(RowResults results) {
    List<String> findings = new ArrayList<>();
    List<Load> best =
        SIZES.stream().map(size -> capacity(results, size)).flatMap(Optional::stream).toList();
    best.forEach(load -> findings.add(describe(results, load)));
    best.stream()
        .min(Comparator.comparingDouble(load -> costOfByte(results, load)))
        .ifPresent(
            load -> findings.add("CPU per byte is lowest at " + new DataSize(load.size()) + "."));
    return findings;
  }

  /** Returns the load with the highest rate within the service level. */
  private static Optional<Load> capacity(RowResults results, int size) {
    return results.loads().stream()
        .filter(load -> load.size() == size && isServed(results, load))
        .max(
            Comparator.comparingDouble(
                load -> results.median(load, results.first(), Figures::perSecond)));
  }

  private static boolean isServed(RowResults results, Load load) {
    Variant only = results.first();
    return results.median(load, only, f -> f.client().latencies().p50()) <= MOST_P50_MICROS
        && results.median(load, only, f -> f.client().latencies().p99()) <= MOST_P99_MICROS
        && results.of(load, only).stream().allMatch(f -> f.client().failures() == 0);
  }

  private static double costOfByte(RowResults results, Load load) {
    return results.median(load, results.first(), Figures::cpuMicrosPerMebibyte);
  }

  private static String describe(RowResults results, Load load) {
    Variant only = results.first();
    return String.format(
        Locale.ROOT,
        "%s: %.0f/s, %.0f MB/s with %d callers; %.0f µs of CPU for a MiB, both sides.",
        new DataSize(load.size()),
        results.median(load, only, Figures::perSecond),
        results.median(load, only, Figures::megabytesPerSecond),
        load.callers(),
        costOfByte(results, load));
  }
}
