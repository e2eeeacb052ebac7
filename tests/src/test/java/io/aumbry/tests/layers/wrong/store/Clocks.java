package io.aumbry.tests.layers.wrong.store;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/** Each way to read a clock of the machine. */
final class Clocks {
  private Clocks() {}

  static long millis() {
    return System.currentTimeMillis();
  }

  static LongSupplier nanosByReference() {
    return System::nanoTime;
  }

  static Instant instant() {
    return Instant.now();
  }

  static LocalDate date() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  static Clock clock() {
    return Clock.systemUTC();
  }

  static Instant given(Clock clock) {
    return Instant.now(clock);
  }
}
