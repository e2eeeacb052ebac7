package io.aumbry.bench.store;

import io.aumbry.bench.store.engine.Blobs;
import io.aumbry.protocol.buffer.BufferPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures every cell of every target, size by size. Rounds alternate between targets, and every
 * second round runs backwards, so that drift of the machine affects all equally.
 */
final class StoreSuite {
  private final StorePlan plan;
  private final List<StoreContender> contenders;
  private final BufferPool pool;
  private final long seed;

  /** Appends per sync in the last measurement of Aumbry's store, which fio then uses too. */
  private final Map<StoreCell, Long> appendsPerSync = new HashMap<>();

  /**
   * @param contenders Aumbry's store first
   */
  StoreSuite(StorePlan plan, List<StoreContender> contenders, BufferPool pool, long seed) {
    this.plan = plan;
    this.contenders = List.copyOf(contenders);
    this.pool = pool;
    this.seed = seed;
  }

  /** Runs all measurements, and reports each as it ends. */
  StoreResults run(Consumer<String> progress) {
    StoreResults results = new StoreResults(plan, contenders);
    for (int size : plan.sizes()) {
      try (Blobs blobs = new Blobs(size, seed, pool)) {
        contenders.forEach(contender -> contender.prepare(blobs));
        for (int round = 0; round < plan.rounds(); round++) {
          round(size, round, results, progress);
        }
      }
    }
    return results;
  }

  private void round(int size, int round, StoreResults results, Consumer<String> progress) {
    List<StoreContender> order = new ArrayList<>(contenders);
    for (StoreCell cell : plan.cells(size)) {
      for (StoreContender contender : round % 2 == 0 ? order : order.reversed()) {
        if (contender.measures(cell.kind())) {
          StoreMeasurement figures = contender.measure(cell, appendsPerSync.getOrDefault(cell, 1L));
          remember(contender, cell, figures);
          results.add(cell, contender.name(), figures);
          progress.accept(StoreReport.progress(cell, contender.name(), figures));
        }
      }
    }
  }

  private void remember(StoreContender contender, StoreCell cell, StoreMeasurement figures) {
    if (contender.equals(contenders.getFirst()) && figures.aside().syncs() > 0) {
      appendsPerSync.put(cell, Math.max(1, Math.round(figures.perSync())));
    }
  }
}
