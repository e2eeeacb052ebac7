package io.aumbry.bench.report;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A column of a table.
 *
 * @param key the name for programs, such as {@code p99_us}
 * @param title the name for people
 * @param digits decimal places that people see
 * @param value takes the cell from the row's subject
 */
public record Column<T>(String key, String title, int digits, Function<T, Cell> value) {
  public static <T> Column<T> text(String key, String title, Function<T, String> value) {
    return new Column<>(key, title, 0, subject -> new Cell.Text(value.apply(subject)));
  }

  /** A number, which people see with {@code digits} decimal places. */
  public static <T> Column<T> number(
      String key, String title, int digits, ToDoubleFunction<T> value) {
    return new Column<>(key, title, digits, subject -> new Cell.Real(value.applyAsDouble(subject)));
  }

  public static <T> Column<T> count(String key, String title, ToLongFunction<T> value) {
    return new Column<>(key, title, 0, subject -> new Cell.Count(value.applyAsLong(subject)));
  }
}
