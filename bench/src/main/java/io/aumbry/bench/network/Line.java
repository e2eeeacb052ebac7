package io.aumbry.bench.network;

import java.time.Duration;

/**
 * The line between client and server.
 *
 * @param roundTrip added to that of the loopback interface
 * @param bytesPerSecond throughput in each direction, for all connections together; 0 for no limit
 */
record Line(Duration roundTrip, long bytesPerSecond) {
  private static final double MEGA = 1e6;

  /** The plain loopback interface. */
  static final Line LOOPBACK = new Line(Duration.ZERO, 0);

  static Line of(Duration roundTrip) {
    return new Line(roundTrip, 0);
  }

  boolean isNarrow() {
    return bytesPerSecond > 0;
  }

  /** The suffix for the title of a load. */
  String title() {
    return (roundTrip.isZero() ? "" : ", " + roundTrip.toMillis() + " ms")
        + (isNarrow() ? ", " + Math.round(bytesPerSecond / MEGA) + " MB/s" : "");
  }
}
