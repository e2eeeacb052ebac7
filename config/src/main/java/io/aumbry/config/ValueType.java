package io.aumbry.config;

import java.util.function.Function;

/**
 * The text form of a value, and its bounds.
 *
 * @param <T> type of the value
 */
public interface ValueType<T> {
  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException naming the value and the limit, if it is malformed or out of
   *     bounds
   */
  T parse(String text);

  /** Describes the accepted texts, such as "duration, 10ms to 1h". */
  String describe();

  /** A type with the values of {@code function}. */
  default <U> ValueType<U> map(Function<? super T, ? extends U> function) {
    return ValueTypes.of(describe(), text -> function.apply(parse(text)));
  }
}
