package io.aumbry.server;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCategory;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.RequestMetrics.Outcome;
import io.aumbry.transport.node.NodeExchange;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * What all operations of a node have in common: the answer is sent, errors are mapped, the time is
 * taken, and what went wrong is logged with the id of the request.
 */
final class RequestFrame {
  /** What an operator is to know of, beside damage. */
  private static final Set<ErrorCode> OUR_FAULT =
      EnumSet.of(ErrorCode.DISK_FAILED, ErrorCode.INTERNAL);

  private static final Logger LOG = LoggerFactory.getLogger(RequestFrame.class);

  private final RequestMetrics metrics;

  RequestFrame(Metrics metrics) {
    this.metrics = new RequestMetrics(metrics);
  }

  void run(NodeExchange exchange, Function<NodeExchange, Reply> operation) {
    Time time = exchange.context().carrier().time();
    long start = time.monotonicNanos();
    Outcome outcome = Outcome.BROKEN;
    try (ByteSource _ = exchange.content()) {
      outcome = send(exchange, answer(exchange, operation));
    } finally {
      long nanos = time.monotonicNanos() - start;
      metrics.record(Operations.name(exchange.request()), outcome, nanos);
      LOG.atDebug()
          .addKeyValue("request", exchange.context().requestId())
          .addKeyValue("operation", Operations.name(exchange.request()))
          .addKeyValue("outcome", outcome)
          .addKeyValue("micros", nanos / 1000)
          .log("Request");
    }
  }

  private static Reply answer(NodeExchange exchange, Function<NodeExchange, Reply> operation) {
    try {
      return operation.apply(exchange);
    } catch (AumbryException e) {
      log(exchange, e);
      return Reply.failed(e.code(), Optional.ofNullable(e.getMessage()).orElse(""));
    } catch (RuntimeException | Error bug) {
      logBug(exchange, bug);
      return Reply.failed(ErrorCode.INTERNAL, "The node failed by a bug, which is in its log");
    }
  }

  /** Leaving early, by an exception, resets the stream: a part is never taken for the whole. */
  private static Outcome send(NodeExchange exchange, Reply reply) {
    NodeResponse response = reply.response();
    ByteSource content = reply.content();
    try {
      ByteSink sink = exchange.reply(response);
      for (Optional<Buffer> piece = content.next(); piece.isPresent(); piece = content.next()) {
        sink.write(piece.get());
      }
      return Outcome.of(response);
    } catch (AumbryException e) {
      log(exchange, e);
      return Outcome.BROKEN;
    } finally {
      reply.closeMetadata();
      exchange.closeWhenSent(content);
    }
  }

  private static void log(NodeExchange exchange, AumbryException e) {
    boolean ours = e.code().category() == ErrorCategory.CORRUPT || OUR_FAULT.contains(e.code());
    LOG.atLevel(ours ? Level.WARN : Level.DEBUG)
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
        .log("a request failed by a bug");
  }
}
