package io.aumbry.bench.report;

import com.fasterxml.jackson.annotation.JsonValue;

/** A value in a table. */
public sealed interface Cell {
  /** Words. */
  record Text(@JsonValue String text) implements Cell {}

  /** A real number; it is missing if it is not finite. */
  record Real(@JsonValue double value) implements Cell {}

  /** A count. */
  record Count(@JsonValue long value) implements Cell {}
}
