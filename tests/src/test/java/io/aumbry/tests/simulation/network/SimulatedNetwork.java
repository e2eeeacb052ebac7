package io.aumbry.tests.simulation.network;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.message.Envelope;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.tests.simulation.engine.SimulatedScheduler;
import io.aumbry.transport.node.LocalNodeClient;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeHandler;
import io.aumbry.transport.node.NodeReply;
import io.aumbry.transport.testing.UnsentCall;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The network between simulated processes. */
public final class SimulatedNetwork {
  public static final String CLUSTER = "simulated";

  /** A connection over a blocked wire is lost after this time, as after an unanswered PING. */
  private static final Duration DEAD_AFTER = Duration.ofSeconds(4);

  /** Low enough for some runs to reach it. */
  private static final int MOST_LOCAL_CALLS = 16;

  private static final Duration RETRY = Duration.ofMillis(200);

  private final SimulatedScheduler scheduler;

  /** Carries timers that must survive the processes. */
  private final SimulatedProcess network;

  private final Map<NodeId, Server> servers = new TreeMap<>();
  private final Map<Ends, Wire> wires = new TreeMap<>();
  private final Map<Ends, Connection> connections = new TreeMap<>();

  private final Map<Ends, Delay> distances = new TreeMap<>();

  private final Map<String, String> places = new TreeMap<>();

  private Consumer<NodeRequest> watcher = _ -> {};
  private NodeTraffic traffic = NodeTraffic.NONE;
  private final BulkCopies copies = new BulkCopies();

  private record Ends(String from, String to) implements Comparable<Ends> {
    @Override
    public int compareTo(Ends other) {
      int first = from.compareTo(other.from);
      return first != 0 ? first : to.compareTo(other.to);
    }
  }

  private record Server(SimulatedProcess process, BufferPool pool, NodeHandler handler) {}

  public SimulatedNetwork(SimulatedScheduler scheduler) {
    this.scheduler = scheduler;
    this.network = SimulatedProcess.outside(scheduler, "network");
  }

  /** Sets the place of a process. Must precede its first message. */
  public void place(String process, String place) {
    places.put(process, place);
  }

  public void distance(String one, String other, Delay delay) {
    distances.put(new Ends(one, other), delay);
    distances.put(new Ends(other, one), delay);
  }

  public void serve(SimulatedProcess process, BufferPool pool, NodeHandler handler) {
    servers.put(new NodeId(process.name()), new Server(process, pool, handler));
  }

  /**
   * Breaks the connections of a process that was killed. Its peers learn it at once, as from a
   * kernel that closes the sockets. If the whole machine is gone ({@code quietly}), they learn it
   * by a timeout.
   */
  public void ended(SimulatedProcess process, boolean quietly) {
    NodeId id = new NodeId(process.name());
    if (Optional.ofNullable(servers.get(id)).filter(s -> s.process.equals(process)).isPresent()) {
      servers.remove(id);
    }
    connections(c -> c.server().equals(process) || c.client().equals(process))
        .forEach(c -> {
          Runnable loss = () -> lose(c, process.name() + " is gone");
          if (quietly) {
            network.schedule(DEAD_AFTER, loss);
          } else {
            loss.run();
          }
        });
  }

  public void watch(Consumer<NodeRequest> watching) {
    watcher = watching;
  }

  public List<BulkCopies.Ends> bulkCopies() {
    return copies.running(scheduler.wallMillis());
  }

  public void observe(NodeTraffic observer) {
    traffic = observer;
  }

  /** Returns the client of a process, which proves this role to the nodes that it calls. */
  public NodeClient client(SimulatedProcess process, BufferPool pool, PeerRole role) {
    return new Client(new PeerIdentity(CLUSTER, role, process.name()), process, pool);
  }

  /**
   * As above, for a frontend in the process of a node.
   *
   * @param at the address of the node
   * @param handler answers its messages
   */
  public NodeClient local(
      SimulatedProcess process, BufferPool pool, Endpoint at, NodeHandler handler) {
    PeerIdentity identity = new PeerIdentity(CLUSTER, PeerRole.FRONTEND, process.name());
    return new LocalNodeClient(
        client(process, pool, PeerRole.FRONTEND),
        new NodeId(process.name()),
        at,
        exchange -> handler.handle(new ObservedExchange(exchange, process.name(), traffic)),
        new Peer.Identified(identity),
        MOST_LOCAL_CALLS);
  }

  /** Holds messages from {@code from} to {@code to} back until {@link #open}. */
  public void block(String from, String to) {
    wire(from, to).block();
    connections(c -> between(c, from, to))
        .forEach(c -> network.schedule(DEAD_AFTER, () -> giveUp(c)));
  }

  /** A copy: a process that learns of a lost connection may open another one at once. */
  private List<Connection> connections(Predicate<Connection> which) {
    return connections.values().stream().filter(which).toList();
  }

  private static boolean between(Connection connection, String one, String other) {
    String client = connection.client().name();
    String server = connection.server().name();
    return (client.equals(one) && server.equals(other))
        || (client.equals(other) && server.equals(one));
  }

  private void giveUp(Connection connection) {
    if (connection.isBlocked() && connection.down().isEmpty()) {
      lose(connection, "no answer to a PING");
    }
  }

  private void lose(Connection connection, String why) {
    connection.lose(why);
    reconnect(connection);
  }

  private void reconnect(Connection connection) {
    connection
        .client()
        .schedule(
            RETRY,
            () -> {
              if (!connection.server().isAlive()) {
                return;
              }
              if (connection.isBlocked()) {
                reconnect(connection);
              } else {
                connection.up();
              }
            });
  }

  public void open(String from, String to) {
    wire(from, to).open();
  }

  public void delay(String from, String to, Delay delay) {
    wire(from, to).delay(delay);
  }

  public void delayAsUsual(String from, String to) {
    wire(from, to).delayAsUsual();
  }

  /** Breaks the connections between two processes once, whichever of them opened it. */
  public void reset(String one, String other) {
    connections(c -> between(c, one, other) && c.down().isEmpty())
        .forEach(c -> lose(c, "connection reset"));
  }

  private Wire wire(String from, String to) {
    Ends places = new Ends(this.places.getOrDefault(from, ""), this.places.getOrDefault(to, ""));
    Delay usual = distances.getOrDefault(places, Delay.NEAR);
    return wires.computeIfAbsent(new Ends(from, to), _ -> new Wire(scheduler, network, usual));
  }

  private Connection connection(SimulatedProcess client, SimulatedProcess server) {
    Ends ends = new Ends(client.name(), server.name());
    Connection known = connections.get(ends);
    if (known == null || !known.client().equals(client) || !known.server().equals(server)) {
      known = new Connection(client, server, wire(ends.from, ends.to), wire(ends.to, ends.from));
      connections.put(ends, known);
    }
    return known;
  }

  private final class Client implements NodeClient {
    private final PeerIdentity identity;
    private final SimulatedProcess process;
    private final BufferPool pool;
    private boolean closed;

    Client(PeerIdentity identity, SimulatedProcess process, BufferPool pool) {
      this.identity = identity;
      this.process = process;
      this.pool = pool;
    }

    @Override
    public NodeCall send(
        StorageNode node,
        NodeRequest request,
        Body content,
        RequestContext context,
        Mailbox<NodeReply> replies) {
      request.requireLength(content);
      watcher.accept(request);
      copies.asked(process.name(), node.id().name(), request, scheduler.wallMillis());
      traffic.asked(process.name(), node.id().name(), request);
      Server server = servers.get(node.id());
      if (closed || server == null) {
        return refused(node, replies, node.id() + " is down");
      }
      Connection connection = connection(process, server.process);
      if (connection.down().isPresent()) {
        return refused(node, replies, node.id() + " is down: " + connection.down().get());
      }
      ByteBuffer header = MessageCodec.encode(Envelope.of(request, context, process.time()));
      SimulatedStream stream = new SimulatedStream(node, connection, pool, context, replies);
      stream.whenAnswered(
          response -> traffic.received(process.name(), node.id().name(), request, response));
      ServerEnd.Origin origin =
          new ServerEnd.Origin(stream, new Peer.Identified(identity), traffic);
      stream.open(
          header,
          content,
          (bytes, _) -> ServerEnd.open(bytes, origin, server.process, server.pool, server.handler));
      if (connection.isBlocked()) {
        network.schedule(DEAD_AFTER, () -> giveUp(connection));
      }
      return stream;
    }

    private NodeCall refused(StorageNode node, Mailbox<NodeReply> replies, String reason) {
      NodeCall call = new UnsentCall(node);
      replies.post(new NodeReply.Failure(call, ErrorCode.CONNECTION_LOST, reason));
      return call;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
