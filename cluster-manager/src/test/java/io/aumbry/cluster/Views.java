package io.aumbry.cluster;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import java.time.Duration;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** Waiting for a view. */
final class Views {
  private Views() {}

  static ClusterView await(ClusterViews views, Predicate<ClusterView> wanted) {
    return await(views, Duration.ofSeconds(30), wanted);
  }

  static ClusterView await(ClusterViews views, Duration limit, Predicate<ClusterView> wanted) {
    return Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .atMost(limit)
        .until(views::current, wanted);
  }
}
