package io.aumbry.server;

import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeClientConfig;
import io.aumbry.transport.node.NodeHandler;
import io.aumbry.transport.node.NodeServer;
import io.aumbry.transport.node.NodeServerConfig;
import io.aumbry.transport.node.SocketNodeClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Nodes that speak HTTP/2 over loopback, on one event loop. */
public final class Http2Wires implements Wires {
  private static final String HOST = "127.0.0.1";

  /** Long timeouts, so that connections and pings succeed on slow machines. */
  private static final NodeClientConfig PATIENT =
      NodeClientConfig.defaults()
          .withReconnect(
              new NodeClientConfig.Reconnect(
                  Patience.LIMIT, Duration.ofMillis(100), Duration.ofSeconds(5)))
          .withLiveness(new NodeClientConfig.Liveness(Patience.LIMIT, Patience.LIMIT));

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final NodeClient client = new SocketNodeClient(loops, PATIENT, Optional.empty());
  private final Map<NodeId, NodeServer> servers = new ConcurrentHashMap<>();

  @Override
  public NodeClient client() {
    return client;
  }

  @Override
  public Carrier carrier() {
    return loops.carriers().getFirst();
  }

  @Override
  public BufferPool pool() {
    return loops.pool();
  }

  @Override
  public StorageNode connect(NodeId node, NodeHandler handler) {
    NodeServer server =
        NodeServer.start(loops, NodeServerConfig.defaults(HOST, 0), Optional.empty(), handler);
    servers.put(node, server);
    return new StorageNode(node, 1, "zone-" + node, new Endpoint(HOST, server.port()), true);
  }

  @Override
  public void cut(NodeId node) {
    Optional.ofNullable(servers.remove(node)).ifPresent(NodeServer::close);
  }

  @Override
  public void close() {
    servers.keySet().forEach(this::cut);
    client.close();
    loops.close();
  }
}
