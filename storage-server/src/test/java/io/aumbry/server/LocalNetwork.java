package io.aumbry.server;

import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.message.Envelope;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.server.flow.BodySource;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeExchange;
import io.aumbry.transport.node.NodeHandler;
import io.aumbry.transport.node.NodeReply;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Nodes in one process that exchange messages in binary form. Connections can be cut, and pulls can
 * be cut or held one by one. Counts the bytes of replicated content.
 */
public final class LocalNetwork implements NodeClient {
  private final Map<NodeId, NodeHandler> nodes = new ConcurrentHashMap<>();
  private final AtomicLong contentBytes = new AtomicLong();
  private final Map<Link, LongAdder> pulled = new ConcurrentHashMap<>();
  private volatile Predicate<Link> blocked = link -> false;
  private volatile Consumer<NodeRequest> watcher = _ -> {};
  private volatile Predicate<Link> held = link -> false;
  private final Semaphore passes = new Semaphore(0);
  private final Budget unlimited =
      new Budget("tests", 1L << 60, Shares.defaults(), new SystemTime());

  /**
   * The direction of a pull.
   *
   * @param puller name of the node that asks
   * @param source name of the node that answers
   */
  public record Link(String puller, String source) {}

  /** Blocks pulls over these links. */
  public void block(Predicate<Link> links) {
    blocked = links;
  }

  /**
   * Answers only {@code but} more pulls that bring records over these links, and holds all others.
   */
  public void hold(Predicate<Link> links, int but) {
    passes.drainPermits();
    passes.release(but);
    held = links;
  }

  /** Answers one more held pull. */
  public void pass() {
    passes.release();
  }

  /** Ends {@link #hold}. */
  public void passAll() {
    held = link -> false;
    passes.release(passes.getQueueLength());
  }

  /** Shows each request that reaches a node. */
  public void watch(Consumer<NodeRequest> requests) {
    watcher = requests;
  }

  /** Bytes of records and summaries that went over these links, without headers. */
  public long pulledBytes(Predicate<Link> links) {
    return pulled.entrySet().stream()
        .filter(entry -> links.test(entry.getKey()))
        .mapToLong(entry -> entry.getValue().sum())
        .sum();
  }

  /** Makes a node reachable. */
  public void connect(NodeId node, NodeHandler handler) {
    nodes.put(node, handler);
  }

  /** Makes a node unreachable. */
  public void cut(NodeId node) {
    nodes.remove(node);
  }

  /** Bytes of content between nodes; reads of clients do not count. */
  public long contentBytes() {
    return contentBytes.get();
  }

  @Override
  public NodeCall send(
      StorageNode node,
      NodeRequest request,
      Body content,
      RequestContext context,
      Mailbox<NodeReply> replies) {
    Call call = new Call(node, replies);
    NodeHandler handler = nodes.get(node.id());
    if (handler == null) {
      call.fail(ErrorCode.CONNECTION_LOST, node.id() + " is down");
      return call;
    }
    Optional<Link> link = link(node, request);
    if (link.filter(blocked).isPresent()) {
      call.fail(ErrorCode.CONNECTION_LOST, link + " is blocked");
      return call;
    }
    watcher.accept(request);
    Envelope envelope = new Envelope(context.requestId(), 0, request);
    ByteBuffer bytes = MessageCodec.encode(envelope);
    NodeRequest received = MessageCodec.decodeRequest(bytes.position(Integer.BYTES)).request();
    Exchange exchange = new Exchange(received, content.retain(), context, call, link);
    context
        .carrier()
        .start(
            "handle",
            () -> {
              awaitPass(link, received);
              exchange.run(handler);
            });
    return call;
  }

  private void awaitPass(Optional<Link> link, NodeRequest request) {
    boolean bringsRecords = request instanceof Pull pull && pull.form() == Pull.Form.RECORDS;
    if (bringsRecords && link.filter(held).isPresent()) {
      passes.acquireUninterruptibly();
    }
  }

  private static Optional<Link> link(StorageNode node, NodeRequest request) {
    return request instanceof Pull pull
        ? Optional.of(new Link(pull.puller(), node.id().name()))
        : Optional.empty();
  }

  private void count(Link link, long bytes) {
    pulled.computeIfAbsent(link, _ -> new LongAdder()).add(bytes);
  }

  @Override
  public void close() {
    nodes.clear();
  }

  private static final class Call implements NodeCall {
    private final StorageNode node;
    private final Mailbox<NodeReply> replies;
    private final AtomicBoolean replied = new AtomicBoolean();
    private volatile boolean cancelled;

    Call(StorageNode node, Mailbox<NodeReply> replies) {
      this.node = node;
      this.replies = replies;
    }

    void fail(ErrorCode code, String reason) {
      if (replied.compareAndSet(false, true)) {
        replies.post(new NodeReply.Failure(this, code, reason));
      }
    }

    @Override
    public StorageNode node() {
      return node;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  private final class Exchange implements NodeExchange {
    private final NodeRequest request;
    private final ByteSource content;
    private final RequestContext context;
    private final Call call;
    private final Optional<Link> link;
    private final Pipe pipe = new Pipe();

    Exchange(
        NodeRequest request, Body content, RequestContext context, Call call, Optional<Link> link) {
      this.request = request;
      this.content = new BodySource(List.of(content), unlimited.open(context.claimant()));
      this.context = context;
      this.call = call;
      this.link = link;
    }

    void run(NodeHandler handler) {
      try (ByteSource _ = content) {
        handler.handle(this);
        pipe.end();
      } catch (RuntimeException | Error e) {
        pipe.end();
        call.fail(ErrorCode.CONNECTION_LOST, "the handler threw " + e);
      }
    }

    @Override
    public NodeRequest request() {
      return request;
    }

    @Override
    public RequestContext context() {
      return context;
    }

    @Override
    public Peer peer() {
      return new Peer.Anonymous();
    }

    @Override
    public ByteSource content() {
      return content;
    }

    @Override
    public void reply(NodeResponse response, ByteSource answer) {
      try (answer) {
        begin(response);
        answer.transferTo(this::write);
      }
    }

    private void begin(NodeResponse response) {
      if (!call.replied.compareAndSet(false, true)) {
        throw new IllegalStateException("answered twice, now with " + response);
      }
      ByteBuffer header = MessageCodec.encode(response);
      link.ifPresent(over -> count(over, response.contentLength()));
      NodeResponse received = MessageCodec.decodeResponse(header.position(Integer.BYTES));
      call.replies.post(new NodeReply.Answer(call, received, pipe.source(received)));
    }

    private void write(Buffer bytes) {
      if (call.cancelled) {
        bytes.close();
        throw new AumbryException(ErrorCode.CANCELLED, "the caller gave up");
      }
      if (!(request instanceof NodeRequest.Get)) {
        contentBytes.addAndGet(bytes.size());
      }
      pipe.write(bytes);
    }
  }

  /** Bytes in transit. The reader gets an error if fewer arrive than were announced. */
  private static final class Pipe {
    private final Mailbox<Optional<Buffer>> pieces = new Mailbox<>();

    void write(Buffer bytes) {
      pieces.post(Optional.of(bytes));
    }

    void end() {
      pieces.post(Optional.empty());
    }

    ByteSource source(NodeResponse response) {
      return new ByteSource() {
        private int left = response.contentLength();

        @Override
        public Optional<Buffer> next() {
          if (left == 0) {
            return Optional.empty();
          }
          Optional<Buffer> piece = pieces.take();
          left -= piece.map(Buffer::size).orElse(0);
          if (piece.isEmpty() || left < 0) {
            throw new AumbryException(ErrorCode.CONNECTION_LOST, "the stream was reset");
          }
          return piece;
        }

        @Override
        public void close() {
          pieces.poll().flatMap(piece -> piece).ifPresent(Buffer::close);
        }
      };
    }
  }
}
