package io.aumbry.bench.network;

import java.time.Duration;

/**
 * What is between client and server besides the loopback interface.
 *
 * @param roundTrip added
 * @param bytesPerSecond what comes through in each direction, for all connections together; 0 for
 *     as much as can
 */
record Line(Duration roundTrip, long bytesPerSecond) {
  private static final double MEGA = 1e6;

  /** Nothing. */
  static final Line LOOPBACK = new Line(Duration.ZERO, 0);

  /** A distance. */
  static Line of(Duration roundTrip) {
    return new Line(roundTrip, 0);
  }

  boolean isNarrow() {
    return bytesPerSecond > 0;
  }

  /** As a load has it behind its own words. */
  String title() {
    return (roundTrip.isZero() ? "" : ", " + roundTrip.toMillis() + " ms")
        + (isNarrow() ? ", " + Math.round(bytesPerSecond / MEGA) + " MB/s" : "");
  }
}
