package io.aumbry.deploy.process;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.transport.node.SocketNodeClient;
import java.util.Optional;

/**
 * Whether a frontend could serve a PUT now: a partition is writable, and as many nodes as a quorum
 * needs are connected. One node that is out of reach does not make all frontends unready.
 */
record FrontendReadiness(ClusterViews views, SocketNodeClient client, int writeQuorum) {
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
    return connected >= writeQuorum
        ? Optional.empty()
        : Optional.of(connected + " storage nodes are connected, must be " + writeQuorum);
  }
}
