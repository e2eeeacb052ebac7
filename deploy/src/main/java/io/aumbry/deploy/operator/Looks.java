package io.aumbry.deploy.operator;

import java.time.Duration;
import java.util.Optional;

/**
 * The first look at a cluster, the last one and the one before it; the same one when there was no
 * other.
 *
 * @param now the last one
 */
record Looks(ClusterLook first, ClusterLook before, ClusterLook now) {
  static Looks first(ClusterLook look) {
    return new Looks(look, look, look);
  }

  Looks and(ClusterLook next) {
    return new Looks(first, now, next);
  }

  /** From the beginning of the first one to that of the last one. */
  Duration span() {
    return Duration.ofMillis(now.atMillis() - first.atMillis());
  }

  /** Until all that bootstraps has all; empty when it cannot be told. */
  Optional<Duration> untilRedundant() {
    return Redundancy.estimate(before, now);
  }
}
