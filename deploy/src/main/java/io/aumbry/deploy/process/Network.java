package io.aumbry.deploy.process;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.deploy.settings.PeerSettings;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.SocketNodeClient;
import io.aumbry.transport.tls.TlsConfig;
import java.util.Collection;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of a process to its cluster: event loops, cluster views and node client.
 *
 * @param sockets connections to nodes in other processes
 * @param client sends messages to all nodes
 */
record Network(
    EventLoops loops,
    ClusterMetrics metrics,
    HelixClusterViews views,
    SocketNodeClient sockets,
    NodeClient client) {
  private static final Logger LOG = LoggerFactory.getLogger(Network.class);

  /** As {@link #open(PeerSettings, ClusterMetrics, ProcessFrame)}, with metrics of its own. */
  static Network open(PeerSettings settings, Time time, ProcessFrame frame)
      throws InterruptedException {
    return open(settings, new ClusterMetrics(frame.metrics(), time), frame);
  }

  /**
   * Starts the loops, then the cluster views, then the node client.
   *
   * @param metrics of the process in its cluster
   * @throws InterruptedException while it waits for the coordinator of its data centre
   */
  static Network open(PeerSettings settings, ClusterMetrics metrics, ProcessFrame frame)
      throws InterruptedException {
    EventLoops loops = frame.add("event loops", EventLoops.start(settings.loops(), metrics.time()));
    loops.register(frame.metrics());
    HelixClusterViews views =
        frame.add("cluster views", HelixClusterViews.start(settings.views(), metrics));
    Optional<TlsConfig> tls = settings.access().tls().mutual();
    if (tls.isEmpty()) {
      LOG.warn(
          "Processes communicate in plaintext, which is only for development: everyone on their"
              + " network can read, change and delete all blobs");
    }
    SocketNodeClient sockets =
        frame.add(
            "node client",
            new SocketNodeClient(loops, settings.access().client(settings.connections()), tls));
    sockets.register(frame.metrics());
    return new Network(loops, metrics, views, sockets, sockets);
  }

  /** The same with another client, which sends through the sockets too. */
  Network withClient(NodeClient other) {
    return new Network(loops, metrics, views, sockets, other);
  }

  Time time() {
    return metrics.time();
  }

  /** Whether messages to a node need not wait for a connection. */
  boolean isConnected(StorageNode node) {
    return client.isInProcess(node) || sockets.connections(node) > 0;
  }

  /** Starts to connect to nodes before their first calls. */
  void warm(Collection<StorageNode> nodes) {
    sockets.warm(nodes.stream().filter(node -> !client.isInProcess(node)).toList());
  }
}
