package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http2.Http2Config;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.tls.TlsConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Nodes and a client on the loopback interface. */
final class SocketTransport implements NodeTransport {
  static final String NODE = "node-1";

  /** Fewer than concurrent calls, so that some must wait with HTTP/1.1. */
  private static final int CONNECTIONS = 4;

  /** Stopped servers break their connections at once. */
  private static final Http2Config IMPATIENT =
      new Http2Config(
          4 << 20,
          4 << 20,
          4 << 20,
          new Http2Config.Unsent(4 << 20, Http2Config.Unsent.Bound.TIME),
          1024,
          Http2Config.Headers.defaults(),
          Duration.ofMillis(50));

  /** No machine is too slow to connect or to answer a ping in this time. */
  static final NodeClientConfig PATIENT =
      NodeClientConfig.defaults()
          .withReconnect(
              new NodeClientConfig.Reconnect(
                  Patience.LIMIT, Duration.ofMillis(100), Duration.ofSeconds(5)))
          .withLiveness(new NodeClientConfig.Liveness(Patience.LIMIT, Patience.LIMIT));

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(2), new SystemTime());
  private final Map<StorageNode, NodeServer> servers = new HashMap<>();
  private final Optional<TlsConfig> tls;
  private final SocketNodeClient client;

  /**
   * Settings with windows of this size for streams and connections.
   *
   * @param drain as {@link Http2Config#drainTimeout}
   */
  static Http2Config windows(int bytes, Duration drain) {
    return new Http2Config(
        bytes,
        bytes,
        16_384,
        new Http2Config.Unsent(1 << 20, Http2Config.Unsent.Bound.TIME),
        1024,
        Http2Config.Headers.defaults(),
        drain);
  }

  /** Servers and client with the same {@code tls}. The client uses {@code protocol}. */
  SocketTransport(NodeClientConfig.Protocol protocol, Optional<TlsConfig> tls) {
    this.tls = tls;
    this.client =
        new SocketNodeClient(
            loops,
            PATIENT.withConnections(new NodeClientConfig.Connections(protocol, CONNECTIONS)),
            tls);
  }

  @Override
  public StorageNode serve(NodeHandler handler) {
    NodeServer server = start(0, handler);
    StorageNode node =
        new StorageNode(
            new NodeId(NODE), 1, "zone", new Endpoint("127.0.0.1", server.port()), true);
    servers.put(node, server);
    return node;
  }

  private NodeServer start(int port, NodeHandler handler) {
    return NodeServer.start(
        loops, NodeServerConfig.defaults("127.0.0.1", port).withHttp2(IMPATIENT), tls, handler);
  }

  @Override
  public void stop(StorageNode node) {
    Optional.ofNullable(servers.remove(node)).ifPresent(NodeServer::close);
  }

  @Override
  public void restart(StorageNode node, NodeHandler handler) {
    servers.put(node, start(node.endpoint().port(), handler));
  }

  @Override
  public NodeClient client() {
    return client;
  }

  @Override
  public Carrier carrier() {
    return loops.carriers().get(0);
  }

  @Override
  public BufferPool pool() {
    return loops.pool();
  }

  EventLoops loops() {
    return loops;
  }

  @Override
  public void close() {
    client.close();
    servers.values().forEach(NodeServer::close);
    loops.close();
  }
}
