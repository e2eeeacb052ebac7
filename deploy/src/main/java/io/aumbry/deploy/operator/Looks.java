package io.aumbry.deploy.operator;

import java.time.Duration;
import java.util.Optional;

/**
 * The last look at a cluster and the one before it; the same one when there was none.
 *
 * @param now the last one
 */
record Looks(ClusterLook before, ClusterLook now) {
  static Looks first(ClusterLook look) {
    return new Looks(look, look);
  }

  Looks and(ClusterLook next) {
    return new Looks(now, next);
  }

  /** Until all that bootstraps has all; empty when it cannot be told. */
  Optional<Duration> untilRedundant() {
    return Redundancy.estimate(before, now);
  }
}
