package io.aumbry.tests.simulation.network;

import java.time.Duration;

/**
 * The time that a message takes from one process to another.
 *
 * @param spread the most by which a message takes longer than {@code least}
 */
public record Delay(Duration least, Duration spread) {
  /** Between machines of one data centre. */
  public static final Delay NEAR = new Delay(Duration.ofNanos(50_000), Duration.ofNanos(400_000));
}
