package io.aumbry.transport.node;

import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.transport.loop.LoopCarrier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node from this client's point of view: its connections, and whether it is up. Any thread reads
 * the live connections. The lock guards changes.
 */
final class NodePeer implements NodeConnection.Owner {
  private static final Logger LOG = LoggerFactory.getLogger(NodePeer.class);

  /** Limit of calls that wait for the first connection. */
  private static final int MAX_WAITING = 1000;

  /** Number of failed attempts after which an unused node is forgotten. */
  private static final int FORGOTTEN_AFTER = 100;

  private enum State {
    /** The first attempt, or the first since the node was up, is in progress. Calls wait. */
    UNDECIDED,
    UP,
    /** The last attempt failed. Calls fail at once. */
    DOWN
  }

  private final StorageNode node;
  private final NodeClientConfig config;
  private final List<LoopCarrier> loops;
  private final NodeConnector connector;
  private final Consumer<NodePeer> forgotten;
  private final Dispatch dispatch;

  /** Connections that accept calls. */
  private volatile List<NodeConnection> live = List.of();

  /** Whether a call was sent since this was last checked. */
  private volatile boolean used = true;

  /** Guards the following fields, and the replacement of {@link #live}. */
  private final Object lock = new Object();

  private final List<OutgoingCall> waiting = new ArrayList<>();
  private final Set<NodeConnection> known = new HashSet<>();

  /** The times at which the live connections came up. */
  private final Map<NodeConnection, Long> upSince = new HashMap<>();

  private State state = State.UNDECIDED;
  private boolean closed;

  NodePeer(
      StorageNode node,
      NodeClientConfig config,
      List<LoopCarrier> loops,
      NodeConnector connector,
      Consumer<NodePeer> forgotten) {
    this.node = node;
    this.config = config;
    this.loops = loops;
    this.connector = connector;
    this.forgotten = forgotten;
    this.dispatch =
        switch (config.connections().protocol()) {
          case H2 -> new SharedConnections(config, loops);
          case HTTP1 -> new ConnectionPool(config, loops);
        };
  }

  /** Starts to connect, on consecutive loops. The first loop depends on the node. */
  void open() {
    int first = Math.floorMod(node.hashCode(), loops.size());
    for (int i = 0; i < config.connections().perNode(); i++) {
      connect(loops.get((first + i) % loops.size()), 0);
    }
  }

  @Override
  public StorageNode node() {
    return node;
  }

  void send(OutgoingCall call, Carrier caller) {
    used = true;
    if (!dispatch.submit(call, caller)) {
      sendLater(call, caller);
    }
  }

  private void sendLater(OutgoingCall call, Carrier caller) {
    boolean undecided;
    synchronized (lock) {
      undecided = state == State.UNDECIDED && !closed;
      if (undecided && waiting.size() < MAX_WAITING) {
        waiting.add(call);
        Deadline deadline = new Deadline(call.deadline());
        caller.schedule(deadline.remaining(caller.time()), () -> expire(call));
        return;
      }
    }
    if (dispatch.submit(call, caller)) {
      return;
    }
    if (undecided) {
      call.fail(
          ErrorCode.OVERLOADED,
          "More than " + MAX_WAITING + " calls wait for a connection to " + node.id());
    } else {
      call.fail(ErrorCode.CONNECTION_LOST, node.id() + " at " + node.endpoint() + " is down");
    }
  }

  private void expire(OutgoingCall call) {
    boolean late;
    synchronized (lock) {
      late = waiting.remove(call);
    }
    if (late) {
      call.fail(ErrorCode.TIMED_OUT, "No connection to " + node.id() + " before the deadline");
    }
  }

  private void connect(LoopCarrier loop, int attempt) {
    NodeConnection connection = dispatch.connection(this, loop, attempt);
    synchronized (lock) {
      if (closed) {
        return;
      }
      known.add(connection);
    }
    connector.connect(connection, this);
  }

  @Override
  public void up(NodeConnection connection) {
    List<OutgoingCall> ready;
    synchronized (lock) {
      if (!known.contains(connection) || live.contains(connection)) {
        return;
      }
      List<NodeConnection> all = new ArrayList<>(live);
      all.add(connection);
      upSince.put(connection, connection.carrier().time().monotonicNanos());
      live = List.copyOf(all);
      dispatch.use(live);
      if (state != State.UP) {
        LOG.atInfo().addKeyValue("node", node.id()).log("A node is up");
      }
      state = State.UP;
      ready = List.copyOf(waiting);
      waiting.clear();
    }
    ready.forEach(call -> send(call, connection.carrier()));
  }

  @Override
  public void lost(NodeConnection connection, String reason) {
    boolean wasUsable;
    List<OutgoingCall> failed = new ArrayList<>();
    synchronized (lock) {
      if (!known.remove(connection)) {
        return;
      }
      wasUsable = wasUsable(connection);
      live = live.stream().filter(other -> !other.equals(connection)).toList();
      failed.addAll(dispatch.use(live));
      if (live.isEmpty()) {
        failed.addAll(decide(wasUsable, reason));
      }
    }
    failed.forEach(call -> call.fail(ErrorCode.CONNECTION_LOST, node.id() + " is down: " + reason));
    reconnect(connection, wasUsable ? 0 : connection.attempt() + 1);
  }

  /**
   * Whether a lost connection was more than an attempt. With TLS 1.3 and HTTP/1.1, a connection
   * comes up before the node rejects the client's certificate. Needs the lock.
   */
  private boolean wasUsable(NodeConnection connection) {
    Long since = upSince.remove(connection);
    return since != null
        && (connection.isProven()
            || connection.carrier().time().monotonicNanos() - since
                >= config.reconnect().first().toNanos());
  }

  /** Changes the state after the loss of the last connection. Needs the lock. */
  private List<OutgoingCall> decide(boolean wasUsable, String reason) {
    if (wasUsable) {
      state = State.UNDECIDED;
      return List.of();
    }
    if (state != State.DOWN) {
      LOG.atWarn()
          .addKeyValue("node", node.id())
          .addKeyValue("endpoint", node.endpoint())
          .addKeyValue("reason", reason)
          .log("A node is down");
    }
    state = State.DOWN;
    List<OutgoingCall> failed = List.copyOf(waiting);
    waiting.clear();
    return failed;
  }

  private void reconnect(NodeConnection before, int attempt) {
    if (attempt > FORGOTTEN_AFTER && !used) {
      forgotten.accept(this);
      return;
    }
    used = used && attempt % FORGOTTEN_AFTER != 0;
    Duration pause = attempt == 0 ? Duration.ZERO : connector.pause(attempt);
    before.carrier().schedule(pause, () -> connect(before.carrier(), attempt));
  }

  void close() {
    List<OutgoingCall> failed;
    List<NodeConnection> open;
    synchronized (lock) {
      closed = true;
      open = List.copyOf(known);
      known.clear();
      upSince.clear();
      live = List.of();
      state = State.DOWN;
      failed = new ArrayList<>(waiting);
      failed.addAll(dispatch.use(live));
      waiting.clear();
    }
    failed.forEach(call -> call.fail(ErrorCode.SHUTTING_DOWN, "This client is closed"));
    open.forEach(c -> c.close(ErrorCode.SHUTTING_DOWN, "This client is closed"));
  }

  int liveConnections() {
    return live.size();
  }

  /** Bytes of responses that wait for their readers. */
  long unreadBytes() {
    return live.stream().mapToLong(NodeConnection::unreadBytes).sum();
  }
}
