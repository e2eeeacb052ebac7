package io.aumbry.tests.simulation.network;

import java.time.Duration;

/**
 * How long it takes from one process to another.
 *
 * @param spread by how much longer it takes at most
 */
public record Delay(Duration least, Duration spread) {
  /** Between machines of one data centre. */
  public static final Delay NEAR = new Delay(Duration.ofNanos(50_000), Duration.ofNanos(400_000));
}
