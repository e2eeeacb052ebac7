package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.Envelope;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.socket.HostLookups;
import io.aumbry.transport.tls.LiveTls;
import io.aumbry.transport.tls.TlsConfig;
import io.aumbry.transport.tls.TlsContexts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A client of node messages over HTTP/2, or HTTP/1.1 if so configured. */
public final class SocketNodeClient implements NodeClient {
  /** A node at a new address is another peer. */
  private record Key(NodeId id, Endpoint endpoint) {}

  private final Map<Key, NodePeer> peers = new ConcurrentHashMap<>();
  private final EventLoops loops;
  private final NodeClientConfig config;
  private final NodeConnector connector;

  /** Creates a client that connects to a node on the first call. */
  public SocketNodeClient(EventLoops loops, NodeClientConfig config, Optional<TlsConfig> tls) {
    this(loops, config, tls, HostLookups.ofSystem());
  }

  SocketNodeClient(
      EventLoops loops, NodeClientConfig config, Optional<TlsConfig> tls, HostLookups lookups) {
    this.loops = loops;
    this.config = config;
    this.connector =
        new NodeConnector(
            loops, config, tls.map(t -> LiveTls.client(loops, t, alpn(config))), lookups);
  }

  private static String alpn(NodeClientConfig config) {
    return switch (config.connections().protocol()) {
      case H2 -> TlsContexts.HTTP_2;
      case HTTP1 -> TlsContexts.HTTP_1;
    };
  }

  /** Starts to connect to nodes before their first calls. */
  public void warm(Collection<StorageNode> nodes) {
    nodes.forEach(this::peer);
  }

  @Override
  public NodeCall send(
      StorageNode node,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    return sendToEach(List.of(node), request, content, context, replies).getFirst();
  }

  @Override
  public List<NodeCall> sendToEach(
      List<StorageNode> nodes,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    request.requireLength(content);
    ByteBuffer header = MessageCodec.encode(Envelope.of(request, context, loops.time()));
    List<NodeCall> calls = new ArrayList<>(nodes.size());
    for (StorageNode node : nodes) {
      OutgoingCall call =
          new OutgoingCall(node, header.duplicate(), content.retain(), context, replies);
      peer(node).send(call, context.carrier());
      calls.add(call);
    }
    return calls;
  }

  private NodePeer peer(StorageNode node) {
    Key key = new Key(node.id(), node.endpoint());
    NodePeer known = peers.get(key);
    return known == null ? add(key, node) : known;
  }

  private NodePeer add(Key key, StorageNode node) {
    NodePeer made = new NodePeer(node, config, loops.loops(), connector, this::forget);
    NodePeer before = peers.putIfAbsent(key, made);
    if (before != null) {
      return before;
    }
    made.open();
    return made;
  }

  private void forget(NodePeer peer) {
    if (peers.remove(new Key(peer.node().id(), peer.node().endpoint()), peer)) {
      peer.close();
    }
  }

  /** Number of connections to {@code node} that accept calls. */
  public int connections(StorageNode node) {
    NodePeer peer = peers.get(new Key(node.id(), node.endpoint()));
    return peer == null ? 0 : peer.liveConnections();
  }

  public void register(Metrics metrics) {
    metrics.gauge(
        "aumbry_transport_nodes_connections",
        "Open connections to storage nodes",
        () -> peers.values().stream().mapToInt(NodePeer::liveConnections).sum());
    metrics.gauge(
        "aumbry_transport_nodes_unread_bytes",
        "Bytes of answers of storage nodes that wait to be read",
        () -> peers.values().stream().mapToLong(NodePeer::unreadBytes).sum());
  }

  /** Fails open calls and closes all connections. */
  @Override
  public void close() {
    connector.close();
    peers.values().forEach(NodePeer::close);
  }
}
