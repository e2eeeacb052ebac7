package io.aumbry.deploy.operator.observation;

import java.time.Duration;
import java.util.Optional;

/**
 * The first, the previous and the latest observation. They are the same until there are others.
 *
 * @param now the latest
 */
public record ObservationHistory(
    ClusterObservation first, ClusterObservation before, ClusterObservation now) {
  public static ObservationHistory first(ClusterObservation observation) {
    return new ObservationHistory(observation, observation, observation);
  }

  public ObservationHistory and(ClusterObservation next) {
    return new ObservationHistory(first, now, next);
  }

  /** From the start of the first observation to that of the latest. */
  public Duration span() {
    return Duration.ofMillis(now.atMillis() - first.atMillis());
  }

  /** Time until all bootstrapping replicas are complete. Empty if unknown. */
  public Optional<Duration> untilRedundant() {
    return BootstrapEstimate.estimate(before, now);
  }
}
