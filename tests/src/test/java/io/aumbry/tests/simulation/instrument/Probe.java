package io.aumbry.tests.simulation.instrument;

/**
 * A place in the product's code where executions are counted.
 *
 * @param type binary name of the class
 * @param method name, without parameters
 * @param line of the instruction
 * @param kind of place
 * @param next line at which execution continues, or 0 if that is unknown
 */
public record Probe(String type, String method, int line, Kind kind, int next) {
  private static final String SEPARATOR = "\t";

  /** Kinds of places. */
  public enum Kind {
    /** The start of a method. */
    ENTRY,
    /** A conditional jump that is taken. */
    JUMP,
    /** A conditional jump that is not taken. */
    FALL,
    /** A label of a switch. */
    CASE,
    /** A handler of an exception that the source names. */
    CATCH
  }

  String toLine() {
    return String.join(SEPARATOR, type, method, "" + line, kind.name(), "" + next);
  }

  static Probe parse(String line) {
    String[] parts = line.split(SEPARATOR, -1);
    return new Probe(
        parts[0],
        parts[1],
        Integer.parseInt(parts[2]),
        Kind.valueOf(parts[3]),
        Integer.parseInt(parts[4]));
  }

  @Override
  public String toString() {
    String place = type + "." + method + ":" + line;
    return kind == Kind.ENTRY ? place : place + "->" + next + " " + kind;
  }
}
