package io.aumbry.bench.network.row;

import io.aumbry.bench.load.Medians;
import io.aumbry.bench.network.measure.Figures;
import io.aumbry.bench.network.measure.Load;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The results of a row. */
public final class RowResults {
  private record Cell(Load load, Variant variant) {}

  private final Row row;
  private final List<Load> loads;
  private final List<Variant> measured;
  private final Map<Cell, List<Figures>> rounds = new LinkedHashMap<>();
  private final Map<Variant, List<Integer>> connections = new LinkedHashMap<>();

  /**
   * Starts without results.
   *
   * @param loads the measured loads of the row
   * @param measured the variants that this machine supports
   */
  public RowResults(Row row, List<Load> loads, List<Variant> measured) {
    this.row = row;
    this.loads = List.copyOf(loads);
    this.measured = List.copyOf(measured);
  }

  public void add(Load load, Variant variant, Figures figures) {
    rounds.computeIfAbsent(new Cell(load, variant), _ -> new ArrayList<>()).add(figures);
  }

  /** Records the final number of connections of each loop of the server. */
  public void connections(Variant variant, List<Integer> ofLoops) {
    connections.put(variant, List.copyOf(ofLoops));
  }

  public Row row() {
    return row;
  }

  public List<Load> loads() {
    return loads;
  }

  public List<Variant> measured() {
    return measured;
  }

  /** The baseline. */
  public Variant first() {
    return row.variants().getFirst();
  }

  /** The variants that are compared with the baseline. */
  public List<Variant> others() {
    return measured.stream().filter(variant -> !variant.equals(first())).toList();
  }

  /** Returns one measurement per round; none if it was not measured. */
  public List<Figures> of(Load load, Variant variant) {
    return rounds.getOrDefault(new Cell(load, variant), List.of());
  }

  List<Integer> connections(Variant variant) {
    return connections.getOrDefault(variant, List.of());
  }

  public double median(Load load, Variant variant, ToDoubleFunction<Figures> figure) {
    return Medians.of(of(load, variant), figure);
  }

  /** Returns the ratio of a variant's figure under one load to its figure under another. */
  double ratio(Variant variant, Load load, Load of, ToDoubleFunction<Figures> figure) {
    return ratio(of(load, variant), of(of, variant), figure);
  }

  /** Returns the ratio of a variant's figure to that of the baseline. */
  public double ratio(Load load, Variant variant, ToDoubleFunction<Figures> figure) {
    return ratio(of(load, variant), of(load, first()), figure);
  }

  private static double ratio(
      List<Figures> these, List<Figures> those, ToDoubleFunction<Figures> figure) {
    return Medians.ofRatios(
        these, those, (a, b) -> figure.applyAsDouble(a) / figure.applyAsDouble(b));
  }
}
