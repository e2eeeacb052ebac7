package io.aumbry.deploy.bench.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The measurements of each cell of each contender, one a round. */
final class StoreResults {
  private final List<String> contenders;
  private final Map<StoreCell, Map<String, List<StoreFigures>>> rounds = new LinkedHashMap<>();

  StoreResults(StorePlan plan, List<StoreContender> contenders) {
    this.contenders = contenders.stream().map(StoreContender::name).toList();
    for (int size : plan.sizes()) {
      plan.cells(size).forEach(cell -> rounds.put(cell, new LinkedHashMap<>()));
    }
  }

  void add(StoreCell cell, String contender, StoreFigures figures) {
    rounds
        .computeIfAbsent(cell, _ -> new LinkedHashMap<>())
        .computeIfAbsent(contender, _ -> new ArrayList<>())
        .add(figures);
  }

  /** In the order of tables. */
  List<StoreCell> cells() {
    return List.copyOf(rounds.keySet());
  }

  /** Our own first. */
  List<String> contenders() {
    return contenders;
  }

  /** One a round; none where it was not measured. */
  List<StoreFigures> of(StoreCell cell, String contender) {
    return rounds.getOrDefault(cell, Map.of()).getOrDefault(contender, List.of());
  }

  /** The median over the rounds; not a number where there is none. */
  static double median(List<StoreFigures> rounds, ToDoubleFunction<StoreFigures> figure) {
    return median(rounds.stream().mapToDouble(figure).toArray());
  }

  /** The median of what two measurements of the same round have to do with each other. */
  static double ratio(
      List<StoreFigures> ones,
      List<StoreFigures> others,
      ToDoubleBiFunction<StoreFigures, StoreFigures> ratio) {
    return median(
        IntStream.range(0, Math.min(ones.size(), others.size()))
            .mapToDouble(i -> ratio.applyAsDouble(ones.get(i), others.get(i)))
            .toArray());
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
