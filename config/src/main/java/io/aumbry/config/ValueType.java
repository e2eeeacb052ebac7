package io.aumbry.config;

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

  /** What may be written, e.g. "duration, 10ms to 1h". */
  String describe();
}
