package io.aumbry.transport.node;

import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.transport.loop.LoopCarrier;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Dispatch for HTTP/1.1, where a connection serves one call at a time. Calls without a free
 * connection wait in a bounded queue. Usable from any thread, without locks: after adding a call or
 * a connection, a thread checks both, so a call never waits beside a free connection.
 */
final class ConnectionPool implements Dispatch, OutgoingCall.Route {
  private final NodeClientConfig config;
  private final List<LoopCarrier> loops;

  /** Free connections of each loop, most recently used first. */
  private final List<ConcurrentLinkedDeque<Http1NodeConnection>> free;

  private final Queue<OutgoingCall> line = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile List<NodeConnection> live = List.of();

  ConnectionPool(NodeClientConfig config, List<LoopCarrier> loops) {
    this.config = config;
    this.loops = loops;
    this.free = loops.stream().map(_ -> new ConcurrentLinkedDeque<Http1NodeConnection>()).toList();
  }

  @Override
  public NodeConnection connection(NodeConnection.Owner owner, LoopCarrier loop, int attempt) {
    return new Http1NodeConnection(owner, this, loop, config, attempt);
  }

  @Override
  public boolean submit(OutgoingCall call, Carrier caller) {
    if (live.isEmpty()) {
      return false;
    }
    int near = caller instanceof LoopCarrier loop ? Math.max(0, loops.indexOf(loop)) : 0;
    Http1NodeConnection connection = line.isEmpty() ? takeFree(near) : null;
    if (connection == null) {
      return join(call, caller, near);
    }
    connection.submit(call);
    return true;
  }

  /** Returns false if no connection is left that could take the call. */
  private boolean join(OutgoingCall call, Carrier caller, int near) {
    if (waiting.incrementAndGet() > config.maxCalls()) {
      waiting.decrementAndGet();
      call.fail(
          ErrorCode.OVERLOADED,
          "More than " + config.maxCalls() + " calls wait for a connection to " + call.node().id());
      return true;
    }
    call.assign(this);
    line.add(call);
    // The last connection may have ended before the call was in the line.
    if (live.isEmpty() && leave(call)) {
      return false;
    }
    match(near);
    Deadline deadline = new Deadline(call.deadline());
    caller.schedule(deadline.remaining(caller.time()), () -> expire(call));
    return true;
  }

  private void expire(OutgoingCall call) {
    if (leave(call)) {
      call.fail(
          ErrorCode.TIMED_OUT,
          "No connection to " + call.node().id() + " was free before the deadline");
    }
  }

  private boolean leave(OutgoingCall call) {
    boolean left = line.remove(call);
    if (left) {
      waiting.decrementAndGet();
    }
    return left;
  }

  @Override
  public void cancel(OutgoingCall call) {
    if (leave(call)) {
      call.takeContent().close();
    }
  }

  @Override
  public void consumed(OutgoingCall call, int bytes) {
    throw new IllegalStateException(call + " has no answer yet");
  }

  /** The connection can take a call: it is new, or its last call is done. */
  void free(Http1NodeConnection connection) {
    int near = connection.carrier().index();
    free.get(near).addFirst(connection);
    match(near);
  }

  private void match(int near) {
    while (!line.isEmpty()) {
      Http1NodeConnection connection = takeFree(near);
      if (connection == null) {
        return;
      }
      OutgoingCall call = line.poll();
      if (call == null) {
        free.get(connection.carrier().index()).addFirst(connection);
      } else {
        waiting.decrementAndGet();
        connection.submit(call);
      }
    }
  }

  private @Nullable Http1NodeConnection takeFree(int near) {
    for (int step = 0; step < free.size(); step++) {
      Http1NodeConnection connection = free.get((near + step) % free.size()).pollFirst();
      if (connection != null) {
        return connection;
      }
    }
    return null;
  }

  @Override
  public List<OutgoingCall> use(List<NodeConnection> connections) {
    live = List.copyOf(connections);
    free.forEach(ofLoop -> ofLoop.removeIf(connection -> !live.contains(connection)));
    List<OutgoingCall> inVain = new ArrayList<>();
    if (connections.isEmpty()) {
      for (OutgoingCall call = line.poll(); call != null; call = line.poll()) {
        waiting.decrementAndGet();
        inVain.add(call);
      }
    }
    return inVain;
  }
}
