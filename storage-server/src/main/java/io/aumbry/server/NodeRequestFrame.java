package io.aumbry.server;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCategory;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.server.NodeRequestMetrics.Outcome;
import io.aumbry.server.flow.Reply;
import io.aumbry.transport.node.NodeExchange;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The frame of every node message. It refuses a message that the sender may not send, before
 * anything else is done with it. Then it answers the message, sends the reply, and counts the
 * outcome and the time. A failure becomes an answer here, and is logged with the id of the request.
 */
final class NodeRequestFrame {
  /** Errors that are logged as warnings, in addition to damage. */
  private static final Set<ErrorCode> NODE_ERRORS =
      EnumSet.of(ErrorCode.DISK_FAILED, ErrorCode.INTERNAL);

  private static final Logger LOG = LoggerFactory.getLogger(NodeRequestFrame.class);

  private final AccessControl access;
  private final Function<NodeExchange, Reply> operations;
  private final NodeRequestMetrics metrics;
  private volatile boolean closed;

  NodeRequestFrame(
      AccessControl access, Function<NodeExchange, Reply> operations, Metrics metrics) {
    this.access = access;
    this.operations = operations;
    this.metrics = new NodeRequestMetrics(metrics);
  }

  /** Refuses all messages from now on. */
  void close() {
    closed = true;
  }

  void run(NodeExchange exchange) {
    long start = exchange.context().carrier().time().monotonicNanos();
    Reply reply = answer(exchange);
    try {
      exchange.reply(reply.response(), new AnswerContent(exchange, reply, start));
    } catch (AumbryException e) {
      log(exchange, e, Level.DEBUG);
    } finally {
      reply.closeMetadata();
    }
  }

  private Reply answer(NodeExchange exchange) {
    try {
      if (closed) {
        throw new AumbryException(ErrorCode.SHUTTING_DOWN, "This node is shutting down");
      }
      access.check(exchange);
      return operations.apply(exchange);
    } catch (AumbryException e) {
      log(exchange, e);
      return Reply.failed(e.code(), Optional.ofNullable(e.getMessage()).orElse(""));
    } catch (RuntimeException | Error bug) {
      logBug(exchange, bug);
      return Reply.failed(ErrorCode.INTERNAL, "Internal error, see the log of the node");
    }
  }

  /**
   * The content of an answer on its way to the caller. Its end is the end of the message, which is
   * then counted with its outcome.
   */
  private final class AnswerContent implements ByteSource {
    private final NodeExchange exchange;
    private final Reply reply;
    private final long start;
    private int left;
    private boolean isCounted;

    AnswerContent(NodeExchange exchange, Reply reply, long start) {
      this.exchange = exchange;
      this.reply = reply;
      this.start = start;
      this.left = reply.response().contentLength();
    }

    @Override
    public Optional<Buffer> next() {
      Optional<Buffer> piece = take();
      if (piece.isPresent()) {
        left -= piece.get().size();
      } else {
        count();
      }
      return piece;
    }

    private Optional<Buffer> take() {
      try {
        return reply.content().next();
      } catch (AumbryException e) {
        log(exchange, e);
        throw e;
      }
    }

    @Override
    public boolean isVerified() {
      return reply.content().isVerified();
    }

    @Override
    public void close() {
      try {
        reply.content().close();
      } finally {
        count();
      }
    }

    private void count() {
      if (!isCounted) {
        isCounted = true;
        Outcome outcome = left == 0 ? Outcome.of(reply.response()) : Outcome.BROKEN;
        NodeRequestFrame.this.count(exchange, outcome, start);
      }
    }
  }

  private void count(NodeExchange exchange, Outcome outcome, long start) {
    long nanos = exchange.context().carrier().time().monotonicNanos() - start;
    metrics.record(Operations.name(exchange.request()), outcome, nanos);
    LOG.atDebug()
        .addKeyValue("request", exchange.context().requestId())
        .addKeyValue("operation", Operations.name(exchange.request()))
        .addKeyValue("outcome", outcome)
        .addKeyValue("micros", nanos / 1000)
        .log("Request");
  }

  private static void log(NodeExchange exchange, AumbryException e) {
    boolean isNodeError =
        e.code().category() == ErrorCategory.CORRUPT || NODE_ERRORS.contains(e.code());
    log(exchange, e, isNodeError ? Level.WARN : Level.DEBUG);
  }

  private static void log(NodeExchange exchange, AumbryException e, Level level) {
    LOG.atLevel(level)
        .addKeyValue("request", exchange.context().requestId())
        .addKeyValue("operation", Operations.name(exchange.request()))
        .addKeyValue("code", e.code())
        .log(e.getMessage());
  }

  private static void logBug(NodeExchange exchange, Throwable bug) {
    LOG.atError()
        .addKeyValue("request", exchange.context().requestId())
        .addKeyValue("operation", Operations.name(exchange.request()))
        .setCause(bug)
        .log("request failed because of a bug");
  }
}
