package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.loop.Deadlines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The client of a process that contains a storage node. A call to that node runs its handler on a
 * virtual thread of the caller's carrier. There is no socket, no encoding and no copy. Calls to all
 * other nodes go to another client. A node of the same name at another address is another node: a
 * process that has lost its place in the cluster to another one must not answer for it.
 */
public final class LocalNodeClient implements NodeClient {
  private final NodeClient others;
  private final NodeId own;
  private final Endpoint address;
  private final NodeHandler handler;
  private final Peer caller;
  private final int maxCalls;
  private final Map<Carrier, OpenCalls> calls = new ConcurrentHashMap<>();

  /** Number of calls for which the node works. */
  private final AtomicInteger awaited = new AtomicInteger();

  private volatile boolean closed;

  /**
   * Creates a client without calls.
   *
   * @param others for calls to other nodes; the caller closes it
   * @param own the node in this process
   * @param address of {@code own}, as it is registered in the cluster
   * @param handler answers the messages to {@code own}
   * @param caller the identity of this process as a client of {@code own}
   * @param maxCalls limit of calls for which {@code own} works. With {@link
   *     NodeClientConfig#maxCalls} they are as many as one connection may have, and leave most of
   *     the queue of a disk to other processes.
   */
  public LocalNodeClient(
      NodeClient others,
      NodeId own,
      Endpoint address,
      NodeHandler handler,
      Peer caller,
      int maxCalls) {
    if (maxCalls < 1) {
      throw new IllegalArgumentException("maxCalls is " + maxCalls + ", must be at least 1");
    }
    this.others = others;
    this.own = own;
    this.address = address;
    this.handler = handler;
    this.caller = caller;
    this.maxCalls = maxCalls;
  }

  @Override
  public boolean isInProcess(StorageNode node) {
    return node.id().equals(own) && node.endpoint().equals(address);
  }

  @Override
  public NodeCall send(
      StorageNode node,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    return isInProcess(node)
        ? call(node, request, content, context, replies)
        : others.send(node, request, content, context, replies);
  }

  @Override
  public List<NodeCall> sendToEach(
      List<StorageNode> nodes,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    List<StorageNode> distant = nodes.stream().filter(node -> !isInProcess(node)).toList();
    List<NodeCall> sent = new ArrayList<>(nodes.size());
    if (!distant.isEmpty()) {
      sent.addAll(others.sendToEach(distant, request, content, context, replies));
    }
    for (int i = 0; i < nodes.size(); i++) {
      if (isInProcess(nodes.get(i))) {
        sent.add(i, call(nodes.get(i), request, content, context, replies));
      }
    }
    return sent;
  }

  private LocalCall call(
      StorageNode node,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    request.requireLength(content);
    Carrier carrier = context.carrier();
    OpenCalls open = calls.computeIfAbsent(carrier, OpenCalls::new);
    LocalCall call = new LocalCall(node, caller, open, request, content.retain(), context, replies);
    if (closed) {
      call.drop(ErrorCode.CONNECTION_LOST, "The client of " + own + " is closed");
    } else if (!open.add(call)) {
      call.drop(ErrorCode.OVERLOADED, "More than " + maxCalls + " calls to " + own + " are open");
    } else {
      carrier.start("local", () -> call.run(handler));
    }
    return call;
  }

  /** Fails open calls. The node itself may still call others, so their client stays open. */
  @Override
  public void close() {
    closed = true;
    calls.values().forEach(OpenCalls::close);
  }

  /** The open calls of one carrier. Usually only the carrier's threads use it. */
  private final class OpenCalls implements LocalCall.Group {
    private final Deadlines deadlines;

    /** Guards {@link #open}. */
    private final Object lock = new Object();

    private final Set<LocalCall> open = new HashSet<>();

    OpenCalls(Carrier carrier) {
      this.deadlines = new Deadlines(carrier, this::expire);
    }

    /** Returns whether there was room. */
    boolean add(LocalCall call) {
      if (awaited.incrementAndGet() > maxCalls) {
        awaited.decrementAndGet();
        return false;
      }
      synchronized (lock) {
        open.add(call);
        deadlines.expect(call.context().deadline().nanos());
      }
      if (closed) {
        close();
      }
      return true;
    }

    private void expire(long now) {
      List<LocalCall> late = new ArrayList<>();
      synchronized (lock) {
        for (LocalCall call : open) {
          long due = call.context().deadline().nanos();
          if (call.isAwaited() && due - now <= 0) {
            late.add(call);
          } else if (call.isAwaited()) {
            deadlines.expect(due);
          }
        }
      }
      late.forEach(
          call -> call.fail(ErrorCode.TIMED_OUT, "No answer of " + own + " before the deadline"));
    }

    @Override
    public void answered(LocalCall call) {
      awaited.decrementAndGet();
    }

    @Override
    public void over(LocalCall call) {
      synchronized (lock) {
        open.remove(call);
      }
    }

    void close() {
      deadlines.stop();
      List<LocalCall> broken;
      synchronized (lock) {
        broken = List.copyOf(open);
      }
      broken.forEach(
          call -> call.fail(ErrorCode.CONNECTION_LOST, "The client of " + own + " was closed"));
    }

    @Override
    public Object connection() {
      return this;
    }

    @Override
    public Object address() {
      return LocalNodeClient.this;
    }
  }
}
