package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.UnsentCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Nodes in the process of their client. Each has a {@link LocalNodeClient}, which passes calls to
 * other nodes on to the next one.
 */
final class LocalTransport implements NodeTransport {
  static final Peer CALLER =
      new Peer.Identified(new PeerIdentity("test", PeerRole.FRONTEND, "server-1"));
  static final int MOST_CALLS = 1000;

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(2), new SystemTime());
  private final Map<NodeId, LocalNodeClient> nodes = new ConcurrentHashMap<>();
  private final List<NodeId> started = new ArrayList<>();

  @Override
  public StorageNode serve(NodeHandler handler) {
    NodeId id = new NodeId("node-" + (started.size() + 1));
    started.add(id);
    StorageNode node = new StorageNode(id, 1, "zone", new Endpoint("localhost", 1), true);
    restart(node, handler);
    return node;
  }

  @Override
  public void stop(StorageNode node) {
    Optional.ofNullable(nodes.remove(node.id())).ifPresent(LocalNodeClient::close);
  }

  @Override
  public void restart(StorageNode node, NodeHandler handler) {
    NodeClient next = new From(started.indexOf(node.id()) + 1);
    nodes.put(
        node.id(),
        new LocalNodeClient(next, node.id(), node.endpoint(), handler, CALLER, MOST_CALLS));
  }

  @Override
  public NodeClient client() {
    return new From(0);
  }

  /** The first running node from a position on. It outlives its nodes. */
  private final class From implements NodeClient {
    private final int first;

    From(int first) {
      this.first = first;
    }

    private NodeClient next() {
      return started.stream()
          .skip(first)
          .filter(nodes::containsKey)
          .findFirst()
          .<NodeClient>map(nodes::get)
          .orElse(Nowhere.CLIENT);
    }

    @Override
    public NodeCall send(
        StorageNode node,
        NodeRequest request,
        Body content,
        RequestContext context,
        Mailbox<NodeReply> replies) {
      return next().send(node, request, content, context, replies);
    }

    @Override
    public List<NodeCall> sendToEach(
        List<StorageNode> to,
        NodeRequest request,
        Body content,
        RequestContext context,
        Mailbox<NodeReply> replies) {
      return next().sendToEach(to, request, content, context, replies);
    }

    @Override
    public void close() {
      // each node has a client of its own
    }
  }

  /** Reaches no node. */
  enum Nowhere implements NodeClient {
    CLIENT;

    @Override
    public NodeCall send(
        StorageNode node,
        NodeRequest request,
        Body content,
        RequestContext context,
        Mailbox<NodeReply> replies) {
      NodeCall call = new UnsentCall(node);
      replies.post(new NodeReply.Failure(call, ErrorCode.CONNECTION_LOST, "no such node"));
      return call;
    }

    @Override
    public void close() {
      throw new IllegalStateException("a local client does not close what it was given");
    }
  }

  @Override
  public Carrier carrier() {
    return loops.carriers().get(0);
  }

  @Override
  public BufferPool pool() {
    return loops.pool();
  }

  @Override
  public void close() {
    nodes.values().forEach(LocalNodeClient::close);
    loops.close();
  }
}
