package io.aumbry.bench.network.measure;

import io.aumbry.config.DataSize;
import java.time.Duration;

/**
 * The load of a variant.
 *
 * @param size of each content in bytes
 * @param callers that each wait for their answer before the next request
 * @param keys per operation
 * @param line between client and server
 * @param every interval between the starts of two operations of a caller; 0 for no pause. Callers
 *     take turns within it.
 * @param beside the load of other callers on the same connections
 */
public record Load(
    int size, int callers, int keys, LinkProfile line, Duration every, Beside beside) {
  /**
   * Callers that keep the connections busy. They are not in the latencies, but in the processor
   * time.
   *
   * @param size of each content in bytes
   * @param callers 0 for none; all start at once
   * @param every their interval, as for the load
   */
  public record Beside(int size, int callers, Duration every) {
    public static final Beside NOTHING = new Beside(1, 0, Duration.ZERO);

    private String title() {
      return callers == 0
          ? ""
          : ", beside " + (callers == 1 ? "" : callers + " x ") + new DataSize(size) + pace(every);
    }
  }

  public static Load of(int size, int callers) {
    return new Load(size, callers, 1, LinkProfile.LOOPBACK);
  }

  public Load(int size, int callers, int keys, LinkProfile line) {
    this(size, callers, keys, line, Duration.ZERO, Beside.NOTHING);
  }

  public Load withBeside(Beside other) {
    return new Load(size, callers, keys, line, every, other);
  }

  private static String pace(Duration every) {
    return every.isZero() ? "" : " every " + every.toMillis() + " ms";
  }

  public String title() {
    return new DataSize(size)
        + (keys == 1 ? "" : ", " + keys + " keys")
        + (callers == 1 ? ", 1 caller" : ", " + callers + " callers")
        + pace(every)
        + line.title()
        + beside.title();
  }
}
