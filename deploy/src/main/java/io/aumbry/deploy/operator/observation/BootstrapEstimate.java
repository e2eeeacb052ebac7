package io.aumbry.deploy.operator.observation;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.report.PeerReport;
import io.aumbry.protocol.report.ReplicaReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Estimates the time until bootstrapping replicas are complete, from two observations. A replica
 * pulls mostly the same records from several peers, so its largest lag counts.
 */
public final class BootstrapEstimate {
  private BootstrapEstimate() {}

  public static long bootstrapping(ClusterObservation observation) {
    return replicas(observation).count();
  }

  /** Number of records that they lack. Empty if one of them does not know. */
  static OptionalLong left(ClusterObservation observation) {
    List<OptionalLong> each = replicas(observation).map(BootstrapEstimate::left).toList();
    return each.stream().allMatch(OptionalLong::isPresent) && observation.silent().isEmpty()
        ? OptionalLong.of(each.stream().mapToLong(OptionalLong::getAsLong).sum())
        : OptionalLong.empty();
  }

  /** Extrapolates the rate between two observations. Empty if unknown. */
  static Optional<Duration> estimate(ClusterObservation before, ClusterObservation now) {
    OptionalLong leftBefore = left(before);
    OptionalLong left = left(now);
    long millis = now.atMillis() - before.atMillis();
    if (leftBefore.isEmpty() || left.isEmpty() || millis <= 0) {
      return Optional.empty();
    }
    long done = leftBefore.getAsLong() - left.getAsLong();
    if (left.getAsLong() == 0) {
      return Optional.of(Duration.ZERO);
    }
    return done <= 0
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(Math.round((double) left.getAsLong() * millis / done)));
  }

  private static Stream<ReplicaReport> replicas(ClusterObservation observation) {
    return observation.reports().values().stream()
        .flatMap(said -> said.replicas().stream())
        .filter(replica -> replica.standing().state() == ReplicaState.BOOTSTRAP);
  }

  private static OptionalLong left(ReplicaReport replica) {
    List<OptionalLong> lags = replica.peers().stream().map(PeerReport::lag).toList();
    return lags.stream().allMatch(OptionalLong::isPresent)
        ? OptionalLong.of(lags.stream().mapToLong(OptionalLong::getAsLong).max().orElse(0))
        : OptionalLong.empty();
  }
}
