package io.aumbry.deploy.process;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.deploy.settings.PeerSettings;
import io.aumbry.protocol.cluster.NodeId;
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

/** The connection of a process to its cluster: event loops, cluster views and node client. */
record Network(
    Time time,
    EventLoops loops,
    ClusterMetrics metrics,
    HelixClusterViews views,
    Nodes nodes) {
  private static final Logger LOG = LoggerFactory.getLogger(Network.class);

  /**
   * The storage nodes as this process reaches them.
   *
   * @param client sends messages to all of them
   * @param sockets the connections to those in other processes
   * @param local the node in this process, if {@code client} calls it without a connection
   */
  record Nodes(NodeClient client, SocketNodeClient sockets, Optional<NodeId> local) {
    /** Whether messages to a node need not wait for a connection. */
    boolean isConnected(StorageNode node) {
      return isLocal(node) || sockets.connections(node) > 0;
    }

    /** Starts to connect to nodes before their first calls. */
    void warm(Collection<StorageNode> nodes) {
      sockets.warm(nodes.stream().filter(node -> !isLocal(node)).toList());
    }

    private boolean isLocal(StorageNode node) {
      return local.filter(node.id()::equals).isPresent();
    }
  }

  /**
   * Starts the loops, then the cluster views, then the node client.
   *
   * @param metrics of the process in its cluster
   * @throws InterruptedException while it waits for the coordinator of its data centre
   */
  static Network open(PeerSettings settings, ClusterMetrics metrics, ProcessFrame frame)
      throws InterruptedException {
    EventLoops loops =
        frame.add("event loops", EventLoops.start(settings.loops(), metrics.time()));
    loops.register(frame.metrics());
    HelixClusterViews views =
        frame.add("cluster views", HelixClusterViews.start(settings.views(), metrics));
    Optional<TlsConfig> tls = settings.access().tls().mutual();
    if (tls.isEmpty()) {
      LOG.warn(
          "Processes communicate in plaintext, which is only for development: everyone on their"
              + " network can read, change and delete all blobs");
    }
    SocketNodeClient client =
        frame.add(
            "node client",
            new SocketNodeClient(loops, settings.access().client(settings.connections()), tls));
    client.register(frame.metrics());
    return new Network(
        metrics.time(), loops, metrics, views, new Nodes(client, client, Optional.empty()));
  }
}
