package io.aumbry.bench.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The measurements of each cell of each target, one per round. */
final class StoreResults {
  private final List<String> contenders;
  private final Map<StoreCell, Map<String, List<StoreMeasurement>>> rounds = new LinkedHashMap<>();

  StoreResults(StorePlan plan, List<StoreContender> contenders) {
    this.contenders = contenders.stream().map(StoreContender::name).toList();
    for (int size : plan.sizes()) {
      plan.cells(size).forEach(cell -> rounds.put(cell, new LinkedHashMap<>()));
    }
  }

  void add(StoreCell cell, String contender, StoreMeasurement figures) {
    rounds
        .computeIfAbsent(cell, _ -> new LinkedHashMap<>())
        .computeIfAbsent(contender, _ -> new ArrayList<>())
        .add(figures);
  }

  /** In the order of tables. */
  List<StoreCell> cells() {
    return List.copyOf(rounds.keySet());
  }

  /** Aumbry's store first. */
  List<String> contenders() {
    return contenders;
  }

  /** Returns one measurement per round; none if it was not measured. */
  List<StoreMeasurement> of(StoreCell cell, String contender) {
    return rounds.getOrDefault(cell, Map.of()).getOrDefault(contender, List.of());
  }
}
