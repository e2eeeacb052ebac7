package io.aumbry.bench.report;

import com.fasterxml.jackson.annotation.JsonValue;

/** A value in a table. */
public sealed interface Cell {
  record Text(@JsonValue String text) implements Cell {}

  /** A real number. Infinite and NaN values count as missing. */
  record Real(@JsonValue double value) implements Cell {}

  record Count(@JsonValue long value) implements Cell {}
}
