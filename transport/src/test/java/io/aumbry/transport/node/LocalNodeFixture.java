package io.aumbry.transport.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** A node and its client in one process. The test chooses the handler. */
abstract class LocalNodeFixture {
  static final Duration SOON = Patience.LIMIT;
  static final Duration SHORTLY = Duration.ofMillis(50);
  static final int MOST_CALLS = 3;

  final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(2), new SystemTime());
  final Carrier carrier = loops.carriers().get(0);
  final StorageNode own = node("node-1");
  final Mailbox<NodeReply> replies = new Mailbox<>();
  NodeHandler handler = Messages::echo;
  final LocalNodeClient client =
      new LocalNodeClient(
          LocalTransport.Nowhere.CLIENT,
          own.id(),
          own.endpoint(),
          exchange -> handler.handle(exchange),
          LocalTransport.CALLER,
          MOST_CALLS);

  @AfterEach
  void stop() {
    client.close();
    loops.close();
  }

  static StorageNode node(String name) {
    return new StorageNode(new NodeId(name), 1, "zone", new Endpoint("localhost", 1), true);
  }

  NodeCall send(int size, Duration timeout) {
    return send(size, context(timeout));
  }

  NodeCall send(int size, RequestContext context) {
    try (Body body = Messages.body(loops.pool(), new byte[size])) {
      return client.send(own, Messages.put(body), body, context, replies);
    }
  }

  RequestContext context(Duration timeout) {
    return new RequestContext("r", carrier, Deadline.after(timeout, carrier.time()));
  }

  <T> T on(Callable<T> task) {
    return Messages.on(carrier, task);
  }

  NodeReply.Answer answer() {
    return (NodeReply.Answer) replies.take();
  }

  static void assertFails(NodeReply reply, ErrorCode code) {
    assertThat(reply).isInstanceOf(NodeReply.Failure.class);
    assertThat(((NodeReply.Failure) reply).code()).isEqualTo(code);
  }

  /** A stream that returns one buffer, then runs {@code then}. */
  static final class Pieces implements ByteSource {
    final List<Buffer> pieces;
    final Runnable then;
    final AtomicInteger closes = new AtomicInteger();

    Pieces(List<Buffer> pieces, Runnable then) {
      this.pieces = new ArrayList<>(pieces);
      this.then = then;
    }

    @Override
    public Optional<Buffer> next() {
      if (pieces.isEmpty()) {
        then.run();
        return Optional.empty();
      }
      return Optional.of(pieces.removeFirst());
    }

    @Override
    public boolean isVerified() {
      return true;
    }

    @Override
    public void close() {
      closes.incrementAndGet();
      pieces.forEach(Buffer::close);
      pieces.clear();
    }
  }

  static Pieces pieces(Buffer... pieces) {
    return new Pieces(List.of(pieces), () -> {});
  }

  Buffer kilobyte() {
    return Messages.buffer(loops.pool(), new byte[1024], 0, 1024);
  }
}
