package io.aumbry.deploy.process;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.transport.node.SocketNodeClient;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether a frontend could serve a PUT now. A partition must be writable, a write quorum of nodes
 * must be connected, and requests must not have been refused for lack of memory for a while. A node
 * that is out of reach does not make all frontends unready.
 *
 * @param strained how long requests have been refused for lack of memory
 */
record FrontendReadiness(
    ClusterViews views, SocketNodeClient client, int writeQuorum, Supplier<Duration> strained) {
  /** A shorter overload is a burst, and retries succeed after it. */
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
    long connected =
        view.nodes().stream()
            .filter(node -> node.dataCenter() == dataCenter && node.live())
            .filter(node -> client.connections(node) > 0)
            .count();
    if (connected < writeQuorum) {
      return Optional.of(connected + " storage nodes are connected, must be " + writeQuorum);
    }
    return missingMemory(strained.get());
  }

  /** The complaint about an overload that has lasted for {@code length}; empty if it is short. */
  static Optional<String> missingMemory(Duration length) {
    return length.compareTo(SUSTAINED) < 0
        ? Optional.empty()
        : Optional.of(
            "requests are refused for lack of router.body-memory since "
                + length.toSeconds()
                + " s");
  }
}
