package io.aumbry.bench.report;

/** A value in a table. */
public sealed interface Cell {
  /** Words. */
  record Text(String text) implements Cell {}

  /** A real number; it is missing if it is not finite. */
  record Real(double value) implements Cell {}

  /** A count. */
  record Count(long value) implements Cell {}
}
