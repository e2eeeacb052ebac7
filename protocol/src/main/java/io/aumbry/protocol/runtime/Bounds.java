package io.aumbry.protocol.runtime;

import java.time.Duration;

/** Checks of configured values; each message names the value and its limits. */
public final class Bounds {
  private Bounds() {}

  /**
   * Requires a number within its limits.
   *
   * @throws IllegalArgumentException when it is not
   */
  public static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + ", must be " + least + " to " + most);
    }
  }

  /**
   * Requires a span within its limits.
   *
   * @throws IllegalArgumentException when it is not
   */
  public static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " is " + value + ", must be " + least + " to " + most);
    }
  }
}
