package io.aumbry.bench.report;

import java.util.List;

/**
 * A table of cells.
 *
 * @param name the name for programs
 */
public record Table(String name, Audience audience, List<Head> heads, List<List<Cell>> rows) {
  public enum Audience {
    ALL,
    /** All single measurements, which are too many for people. */
    PROGRAMS
  }

  /** The head of a column. */
  public record Head(String key, String title, int digits) {}

  public Table {
    heads = List.copyOf(heads);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** Creates a table with one row for each subject. */
  public static <T> Table of(String name, List<T> subjects, List<Column<T>> columns) {
    return of(name, Audience.ALL, subjects, columns);
  }

  /** Creates a table that only programs read. */
  public static <T> Table forPrograms(String name, List<T> subjects, List<Column<T>> columns) {
    return of(name, Audience.PROGRAMS, subjects, columns);
  }

  private static <T> Table of(
      String name, Audience audience, List<T> subjects, List<Column<T>> columns) {
    return new Table(
        name,
        audience,
        columns.stream().map(c -> new Head(c.key(), c.title(), c.digits())).toList(),
        subjects.stream()
            .map(subject -> columns.stream().map(c -> c.value().apply(subject)).toList())
            .toList());
  }

  boolean isForPeople() {
    return audience == Audience.ALL && !rows.isEmpty();
  }
}
