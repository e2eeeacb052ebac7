package io.aumbry.bench.network;

import java.time.Duration;
import java.util.List;

/**
 * What is measured, how often and for how long.
 *
 * @param rows by number
 * @param loads the first so many of each row
 * @param warmUp of each variant, its loads in turn
 * @param duration of a measurement
 */
public record NetworkPlan(
    List<Integer> rows, int loads, int rounds, Duration warmUp, Duration duration) {
  private static final int MAX_ROUNDS = 1000;

  public NetworkPlan {
    rows = List.copyOf(rows);
    if (loads < 1) {
      throw new IllegalArgumentException("number of loads " + loads + ", must be 1 or more");
    }
    if (rounds < 1 || rounds > MAX_ROUNDS) {
      throw new IllegalArgumentException(
          "number of rounds " + rounds + ", must be 1 to " + MAX_ROUNDS);
    }
    if (duration.toMillis() < 1 || warmUp.isNegative()) {
      throw new IllegalArgumentException(
          "a duration of " + duration + " after a warm-up of " + warmUp + ", must be above 0");
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
