package io.aumbry.frontend.name;

import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Time;
import java.util.random.RandomGenerator;

/**
 * The parts of a process that the upkeep of names needs.
 *
 * @param carrier runs the background work
 * @param random makes names of leases unique
 */
public record Environment(Carrier carrier, RandomGenerator random, Metrics metrics) {
  Time time() {
    return carrier.time();
  }
}
