package io.aumbry.bench;

import io.aumbry.bench.load.Limit;
import io.aumbry.bench.load.LoadOperation;
import io.aumbry.bench.load.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * Measures every operation at every size of every target. Rounds alternate between targets, and
 * every second round runs backwards, so that drift of the machine affects all equally.
 */
final class Suite {
  /** One measurement of a round. */
  record Cell(LoadOperation operation, long size, String contender) {}

  /**
   * The measurements.
   *
   * @param schedule of requests; with equal rates, targets differ only in the cost of requests
   * @param putBytes limit of bytes in a measurement of writes, because nothing deletes them
   */
  record Plan(
      List<Long> sizes,
      int rounds,
      Schedule schedule,
      Duration warmUp,
      Duration duration,
      long putBytes) {
    Plan {
      sizes = List.copyOf(sizes);
      if (rounds < 1) {
        throw new IllegalArgumentException("rounds must be 1 or more, not " + rounds);
      }
    }

    Limit warmUp(LoadOperation operation) {
      return limit(operation, warmUp);
    }

    Limit limit(LoadOperation operation) {
      return limit(operation, duration);
    }

    private Limit limit(LoadOperation operation, Duration span) {
      return switch (operation) {
        case PUT -> new Limit(span, Long.MAX_VALUE, putBytes);
        case GET -> Limit.duration(span);
      };
    }
  }

  private final Plan plan;
  private final List<Contender> contenders;
  private final long seed;
  private final AtomicLong numbers;

  Suite(Plan plan, List<Contender> contenders, long seed, AtomicLong numbers) {
    this.plan = plan;
    this.contenders = List.copyOf(contenders);
    this.seed = seed;
    this.numbers = numbers;
  }

  /** Returns the measurements of each cell, one per round, in the order of the tables. */
  Map<Cell, List<Measurement>> run(BiConsumer<Cell, Measurement> progress) {
    Map<Cell, List<Measurement>> results = new LinkedHashMap<>();
    List<Cell> cells = cells();
    cells.forEach(cell -> results.put(cell, new ArrayList<>()));
    for (int round = 0; round < plan.rounds(); round++) {
      for (Cell cell : round % 2 == 0 ? cells : cells.reversed()) {
        Measurement measurement = measure(cell);
        results.computeIfAbsent(cell, _ -> new ArrayList<>()).add(measurement);
        progress.accept(cell, measurement);
      }
    }
    return results;
  }

  private List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (LoadOperation operation : List.of(LoadOperation.GET, LoadOperation.PUT)) {
      for (long size : plan.sizes()) {
        contenders.stream()
            .filter(contender -> contender.operations().contains(operation))
            .forEach(contender -> cells.add(new Cell(operation, size, contender.name())));
      }
    }
    return cells;
  }

  private Measurement measure(Cell cell) {
    Contender contender =
        contenders.stream()
            .filter(c -> c.name().equals(cell.contender()))
            .findFirst()
            .orElseThrow();
    return contender
        .bench()
        .measure(
            contender.workload(cell.operation(), cell.size(), seed, numbers),
            plan.schedule(),
            plan.warmUp(cell.operation()),
            plan.limit(cell.operation()));
  }
}
