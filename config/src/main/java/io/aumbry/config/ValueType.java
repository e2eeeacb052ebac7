package io.aumbry.config;

import java.util.function.Function;

/**
 * How a value is written, and its bounds.
 *
 * @param <T> type of the value
 */
public interface ValueType<T> {
  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException when it is not one or out of bounds; the message names the
   *     value and the limit
   */
  T parse(String text);

  /** Describes the accepted texts, e.g. "duration, 10ms to 1h". */
  String describe();

  /** Values made from those of this type. */
  default <U> ValueType<U> map(Function<? super T, ? extends U> function) {
    return ValueTypes.of(describe(), text -> function.apply(parse(text)));
  }
}
