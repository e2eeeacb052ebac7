package io.aumbry.bench.network;

import io.aumbry.bench.network.measure.Load;
import io.aumbry.bench.network.row.Row;
import io.aumbry.bench.network.row.Rows;
import java.time.Duration;
import java.util.List;

/**
 * The extent of a benchmark.
 *
 * @param rows by number
 * @param loads number of loads of each row, from the first on
 * @param warmUp of each variant, with its loads in turn
 * @param duration of a measurement
 */
public record NetworkPlan(
    List<Integer> rows, int loads, int rounds, Duration warmUp, Duration duration) {
  private static final int MAX_ROUNDS = 1000;

  public NetworkPlan {
    rows = List.copyOf(rows);
    if (loads < 1) {
      throw new IllegalArgumentException("number of loads must be 1 or more, not " + loads);
    }
    if (rounds < 1 || rounds > MAX_ROUNDS) {
      throw new IllegalArgumentException(
          "number of rounds must be 1 to " + MAX_ROUNDS + ", not " + rounds);
    }
    if (duration.toMillis() < 1 || warmUp.isNegative()) {
      throw new IllegalArgumentException(
          "duration must be above 0 and warm-up not negative, not " + duration + " and " + warmUp);
    }
  }

  List<Load> loads(Row row) {
    return row.loads().stream().limit(loads).toList();
  }

  /** A few minutes. */
  public static NetworkPlan bounded() {
    return new NetworkPlan(
        Rows.numbers(), Integer.MAX_VALUE, 3, Duration.ofSeconds(4), Duration.ofMillis(500));
  }

  /** Half an hour and more. */
  public static NetworkPlan full() {
    return new NetworkPlan(
        Rows.numbers(), Integer.MAX_VALUE, 7, Duration.ofSeconds(15), Duration.ofSeconds(2));
  }
}
