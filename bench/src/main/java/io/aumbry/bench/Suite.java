package io.aumbry.bench;

import io.aumbry.bench.load.Limit;
import io.aumbry.bench.load.LoadOperation;
import io.aumbry.bench.load.Schedule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures every operation at every size of every target. Rounds alternate between targets, and
 * every second round runs backwards, so that drift of the machine affects all equally.
 */
final class Suite {
  /** One measurement of a round. */
  record Cell(LoadOperation operation, long size, String contender) {}

  /**
   * The number of rounds.
   *
   * @param unmeasured rounds before the measured ones, to warm the targets up
   */
  record Rounds(int unmeasured, int measured) {
    Rounds {
      if (measured < 1) {
        throw new IllegalArgumentException("rounds must be 1 or more, not " + measured);
      }
    }
  }

  /**
   * The measurements.
   *
   * @param schedule of requests; with equal rates, targets differ only in the cost of requests
   * @param warmUp limit of the warm-up before each measurement
   * @param measured limit of each measurement; the bytes of both limit only writes, because nothing
   *     deletes them
   */
  record Plan(List<Long> sizes, Rounds rounds, Schedule schedule, Limit warmUp, Limit measured) {
    Plan {
      sizes = List.copyOf(sizes);
    }

    Limit warmUp(LoadOperation operation) {
      return limit(operation, warmUp);
    }

    Limit limit(LoadOperation operation) {
      return limit(operation, measured);
    }

    private static Limit limit(LoadOperation operation, Limit limit) {
      return switch (operation) {
        case PUT -> limit;
        case GET -> Limit.duration(limit.duration());
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

  /** Receives every measurement at its end. */
  @FunctionalInterface
  interface Progress {
    /**
     * Called after a measurement.
     *
     * @param counts whether it is a part of the result
     */
    void measured(Cell cell, Measurement measurement, boolean counts);
  }

  /** Returns the measurements of each cell, one per round, in the order of the tables. */
  Map<Cell, List<Measurement>> run(Progress progress) {
    Map<Cell, List<Measurement>> results = new LinkedHashMap<>();
    List<Cell> cells = cells();
    cells.forEach(cell -> results.put(cell, new ArrayList<>()));
    int unmeasured = plan.rounds().unmeasured();
    for (int round = 0; round < unmeasured + plan.rounds().measured(); round++) {
      for (Cell cell : round % 2 == 0 ? cells : cells.reversed()) {
        Measurement measurement = measure(cell);
        boolean counts = round >= unmeasured;
        if (counts) {
          results.computeIfAbsent(cell, _ -> new ArrayList<>()).add(measurement);
        }
        progress.measured(cell, measurement, counts);
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
