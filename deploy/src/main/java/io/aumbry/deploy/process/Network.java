package io.aumbry.deploy.process;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.deploy.settings.PeerSettings;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.SocketNodeClient;
import io.aumbry.transport.tls.TlsConfig;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connection of a process to its cluster: event loops, cluster views and node client. */
record Network(
    Time time,
    EventLoops loops,
    ClusterMetrics metrics,
    HelixClusterViews views,
    SocketNodeClient client) {
  private static final Logger LOG = LoggerFactory.getLogger(Network.class);

  /**
   * Starts the loops, then the cluster views, then the node client.
   *
   * @throws InterruptedException while it waits for the coordinator of its data centre
   */
  static Network open(PeerSettings settings, Time time, ProcessFrame frame)
      throws InterruptedException {
    EventLoops loops = frame.add("event loops", EventLoops.start(settings.loops(), time));
    loops.register(frame.metrics());
    ClusterMetrics metrics = new ClusterMetrics(frame.metrics(), time);
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
    return new Network(time, loops, metrics, views, client);
  }
}
