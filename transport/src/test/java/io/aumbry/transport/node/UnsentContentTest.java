package io.aumbry.transport.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ForwardingBuffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.NodeClientConfig.Connections;
import io.aumbry.transport.node.NodeClientConfig.Protocol;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls whose content cannot be sent for lack of memory. */
@Timeout(300)
final class UnsentContentTest {
  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final Carrier carrier = loops.carriers().getFirst();
  private final NodeServer server =
      NodeServer.start(
          loops,
          NodeServerConfig.defaults("127.0.0.1", 0),
          Optional.empty(),
          exchange -> exchange.reply(new NodeResponse.Done()));
  private final StorageNode node =
      new StorageNode(new NodeId("node-1"), 1, "z", new Endpoint("127.0.0.1", server.port()), true);

  @AfterEach
  void stop() {
    server.close();
    loops.close();
  }

  private static final class Uncopied extends ForwardingBuffer {
    private final AtomicInteger closed = new AtomicInteger();

    Uncopied() {
      super(HeapBuffer.copyOf(new byte[10]));
    }

    @Override
    public ByteBuffer view() {
      throw new OutOfMemoryError("a test's");
    }

    @Override
    public Buffer retain() {
      return this;
    }

    @Override
    public void close() {
      super.close();
      closed.incrementAndGet();
    }
  }

  /** A request with three times the content of {@link Uncopied}. */
  private static NodeRequest put() {
    try (Body same = Body.of(HeapBuffer.copyOf(new byte[30]))) {
      return Messages.put(same);
    }
  }

  private NodeReply call(SocketNodeClient client, NodeRequest request, Body content) {
    return Messages.on(
        carrier,
        () -> {
          Mailbox<NodeReply> replies = new Mailbox<>();
          RequestContext context =
              new RequestContext(
                  "test-request", carrier, Deadline.after(Patience.LIMIT, loops.time()));
          client.send(node, request, content, context, replies);
          return replies.take();
        });
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatCannotBeSentFailsAtOnceAndFreesItsContent(Protocol protocol) {
    NodeClientConfig config = SocketTransport.PATIENT.withConnections(new Connections(protocol, 1));
    try (SocketNodeClient client = new SocketNodeClient(loops, config, Optional.empty())) {
      List<Uncopied> slices = List.of(new Uncopied(), new Uncopied(), new Uncopied());
      NodeReply reply = call(client, put(), Body.of(List.copyOf(slices)));
      assertThat(reply)
          .isInstanceOfSatisfying(
              NodeReply.Failure.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.OVERLOADED));
      assertThat(slices).allSatisfy(slice -> assertThat(slice.closed).hasValue(1));
      assertThat(call(client, Messages.get(), Body.empty())).isInstanceOf(NodeReply.Answer.class);
    }
  }
}
