package io.aumbry.deploy.operator.observation;

import java.time.Duration;
import java.util.Optional;

/**
 * The first look at a cluster, the last one and the one before it; the same one when there was no
 * other.
 *
 * @param now the last one
 */
public record ObservationHistory(
    ClusterObservation first, ClusterObservation before, ClusterObservation now) {
  public static ObservationHistory first(ClusterObservation look) {
    return new ObservationHistory(look, look, look);
  }

  public ObservationHistory and(ClusterObservation next) {
    return new ObservationHistory(first, now, next);
  }

  /** From the beginning of the first one to that of the last one. */
  public Duration span() {
    return Duration.ofMillis(now.atMillis() - first.atMillis());
  }

  /** Until all that bootstraps has all; empty when it cannot be told. */
  public Optional<Duration> untilRedundant() {
    return BootstrapEstimate.estimate(before, now);
  }
}
