package io.aumbry.bench.load;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Medians over the rounds of a measurement; NaN without rounds. */
public final class Medians {
  private Medians() {}

  public static <T> double of(List<T> rounds, ToDoubleFunction<T> figure) {
    return of(rounds.stream().mapToDouble(figure).toArray());
  }

  /** Returns the median of the ratios between measurements of the same round. */
  public static <T> double ofRatios(List<T> ones, List<T> others, ToDoubleBiFunction<T, T> ratio) {
    return of(
        IntStream.range(0, Math.min(ones.size(), others.size()))
            .mapToDouble(i -> ratio.applyAsDouble(ones.get(i), others.get(i)))
            .toArray());
  }

  private static double of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
