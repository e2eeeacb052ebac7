package io.aumbry.cluster;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.runtime.Patience;
import java.time.Duration;
import java.util.function.Predicate;

/** Waits for views. */
public final class Views {
  private Views() {}

  public static ClusterView await(ClusterViews views, Predicate<ClusterView> wanted) {
    return Patience.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(views::current, wanted);
  }
}
