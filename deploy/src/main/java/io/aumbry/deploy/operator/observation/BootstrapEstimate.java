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
 * How long it takes until replicas that bootstrap have all, by what two looks saw. Each takes
 * records of several peers, most of which are the same: the peer it is behind most counts.
 */
public final class BootstrapEstimate {
  private BootstrapEstimate() {}

  /** Replicas that bootstrap. */
  public static long bootstrapping(ClusterObservation look) {
    return replicas(look).count();
  }

  /** Records that they lack; empty when one of them does not know. */
  static OptionalLong left(ClusterObservation look) {
    List<OptionalLong> each = replicas(look).map(BootstrapEstimate::left).toList();
    return each.stream().allMatch(OptionalLong::isPresent) && look.silent().isEmpty()
        ? OptionalLong.of(each.stream().mapToLong(OptionalLong::getAsLong).sum())
        : OptionalLong.empty();
  }

  /** At the rate that was seen between two looks; empty when it cannot be told. */
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

  private static Stream<ReplicaReport> replicas(ClusterObservation look) {
    return look.reports().values().stream()
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
