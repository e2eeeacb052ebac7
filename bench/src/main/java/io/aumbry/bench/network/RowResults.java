package io.aumbry.bench.network;

import io.aumbry.bench.load.Medians;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What came of a row. */
final class RowResults {
  private record Cell(Load load, Variant variant) {}

  private final Row row;
  private final List<Load> loads;
  private final List<Variant> measured;
  private final Map<Cell, List<Figures>> rounds = new LinkedHashMap<>();
  private final Map<Variant, List<Integer>> connections = new LinkedHashMap<>();

  /**
   * @param loads those of the row that are measured
   * @param measured those variants that can be had on this machine
   */
  RowResults(Row row, List<Load> loads, List<Variant> measured) {
    this.row = row;
    this.loads = List.copyOf(loads);
    this.measured = List.copyOf(measured);
  }

  void add(Load load, Variant variant, Figures figures) {
    rounds.computeIfAbsent(new Cell(load, variant), _ -> new ArrayList<>()).add(figures);
  }

  /** How many connections each loop of the server had in the end. */
  void connections(Variant variant, List<Integer> ofLoops) {
    connections.put(variant, List.copyOf(ofLoops));
  }

  Row row() {
    return row;
  }

  List<Load> loads() {
    return loads;
  }

  List<Variant> measured() {
    return measured;
  }

  /** With whom the others are compared. */
  Variant first() {
    return row.variants().getFirst();
  }

  /** Those that are compared with the first. */
  List<Variant> others() {
    return measured.stream().filter(variant -> !variant.equals(first())).toList();
  }

  /** One a round; none where it was not measured. */
  List<Figures> of(Load load, Variant variant) {
    return rounds.getOrDefault(new Cell(load, variant), List.of());
  }

  List<Integer> connections(Variant variant) {
    return connections.getOrDefault(variant, List.of());
  }

  double median(Load load, Variant variant, ToDoubleFunction<Figures> figure) {
    return Medians.of(of(load, variant), figure);
  }

  /** What a variant has of a figure under one load in parts of what it has under another. */
  double ratio(Variant variant, Load load, Load of, ToDoubleFunction<Figures> figure) {
    return ratio(of(load, variant), of(of, variant), figure);
  }

  /** What a variant has of a figure in parts of what the first has. */
  double ratio(Load load, Variant variant, ToDoubleFunction<Figures> figure) {
    return ratio(of(load, variant), of(load, first()), figure);
  }

  private static double ratio(
      List<Figures> these, List<Figures> those, ToDoubleFunction<Figures> figure) {
    return Medians.ofRatios(
        these, those, (a, b) -> figure.applyAsDouble(a) / figure.applyAsDouble(b));
  }
}
