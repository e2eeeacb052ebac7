package io.aumbry.protocol.runtime;

import java.time.Duration;

/** Checks configured values. The message of an error names the value and its limits. */
public final class Bounds {
  private Bounds() {}

  /**
   * Checks a number.
   *
   * @throws IllegalArgumentException if it is out of bounds
   */
  public static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + ", must be " + least + " to " + most);
    }
  }

  /**
   * Checks a duration.
   *
   * @throws IllegalArgumentException if it is out of bounds
   */
  public static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " is " + value + ", must be " + least + " to " + most);
    }
  }
}
