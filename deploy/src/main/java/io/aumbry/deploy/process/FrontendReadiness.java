package io.aumbry.deploy.process;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.StorageNode;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Whether a frontend could serve a PUT now: a partition is writable, a write quorum of nodes is
 * connected, and requests have not been refused for lack of memory for long. One unreachable node
 * does not make all frontends unready.
 *
 * @param connected whether messages to a node need not wait for a connection
 * @param strained how long requests have been refused for lack of memory
 */
record FrontendReadiness(
    ClusterViews views,
    Predicate<StorageNode> connected,
    int writeQuorum,
    Supplier<Duration> strained) {
  /** A shorter overload is a burst that clients survive by retrying. */
  private static final Duration SUSTAINED = Duration.ofSeconds(10);

  Optional<String> missing() {
    ClusterView view = views.current();
    int dataCenter = view.local().id();
    boolean writable =
        view.partitions().stream()
            .anyMatch(partition -> partition.isWritableIn(dataCenter, writeQuorum));
    if (!writable) {
      return Optional.of("none of " + view.partitions().size() + " partitions is writable");
    }
    long reached =
        view.nodes().stream()
            .filter(node -> node.dataCenter() == dataCenter && node.live())
            .filter(connected)
            .count();
    if (reached < writeQuorum) {
      return Optional.of(reached + " storage nodes are connected, must be at least " + writeQuorum);
    }
    return missingMemory(strained.get());
  }

  /** The reason, if the overload has lasted long enough. */
  static Optional<String> missingMemory(Duration length) {
    return length.compareTo(SUSTAINED) < 0
        ? Optional.empty()
        : Optional.of(
            "requests have been refused for lack of router.body-memory for "
                + length.toSeconds()
                + " s");
  }
}
