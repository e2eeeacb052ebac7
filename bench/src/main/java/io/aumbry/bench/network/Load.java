package io.aumbry.bench.network;

import io.aumbry.config.DataSize;
import java.time.Duration;

/**
 * What is asked of a variant.
 *
 * @param size of each content in bytes
 * @param callers who each wait for their answer before they ask again
 * @param keys that a caller wants at a time; an operation is all of them
 * @param line between client and server
 * @param every the pace of a caller: between the starts of two operations; 0 for no pause. Callers
 *     with a pace take turns within it.
 * @param beside what others ask for meanwhile, over the same connections
 */
record Load(int size, int callers, int keys, Line line, Duration every, Beside beside) {
  /**
   * Callers who are there so that the connections are not empty: in nobody's latencies, but in the
   * processor time.
   *
   * @param size of each content in bytes
   * @param callers 0 for none; all start at once
   * @param every their pace, likewise
   */
  record Beside(int size, int callers, Duration every) {
    static final Beside NOTHING = new Beside(1, 0, Duration.ZERO);

    private String title() {
      return callers == 0
          ? ""
          : ", beside " + (callers == 1 ? "" : callers + " x ") + new DataSize(size) + pace(every);
    }
  }

  static Load of(int size, int callers) {
    return new Load(size, callers, 1, Line.LOOPBACK);
  }

  Load(int size, int callers, int keys, Line line) {
    this(size, callers, keys, line, Duration.ZERO, Beside.NOTHING);
  }

  Load withBeside(Beside other) {
    return new Load(size, callers, keys, line, every, other);
  }

  private static String pace(Duration every) {
    return every.isZero() ? "" : " every " + every.toMillis() + " ms";
  }

  String title() {
    return new DataSize(size)
        + (keys == 1 ? "" : ", " + keys + " keys")
        + (callers == 1 ? ", 1 caller" : ", " + callers + " callers")
        + pace(every)
        + line.title()
        + beside.title();
  }
}
