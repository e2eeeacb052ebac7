package io.aumbry.bench.network.measure;

import java.time.Duration;

/**
 * The line between client and server.
 *
 * @param roundTrip added to that of the loopback interface
 * @param bytesPerSecond throughput in each direction, for all connections together; 0 for no limit
 */
public record LinkProfile(Duration roundTrip, long bytesPerSecond) {
  private static final double MEGA = 1e6;

  /** The plain loopback interface. */
  public static final LinkProfile LOOPBACK = new LinkProfile(Duration.ZERO, 0);

  public static LinkProfile of(Duration roundTrip) {
    return new LinkProfile(roundTrip, 0);
  }

  public boolean isNarrow() {
    return bytesPerSecond > 0;
  }

  /** The suffix for the title of a load. */
  String title() {
    return (roundTrip.isZero() ? "" : ", " + roundTrip.toMillis() + " ms")
        + (isNarrow() ? ", " + Math.round(bytesPerSecond / MEGA) + " MB/s" : "");
  }
}
