package io.aumbry.transport.node;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.LeavingClaimant;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of transports of node messages, real or simulated. */
@Timeout(300)
public abstract class NodeTransportContract {
  private static final Duration SOON = Patience.LIMIT;

  private NodeTransport transport;

  /** A new, empty network. */
  protected abstract NodeTransport open();

  @BeforeEach
  void start() {
    transport = open();
  }

  @AfterEach
  void stop() {
    transport.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096, 65_536, 1_000_003, 5 << 20})
  void contentComesBackAsItWasSent(int size) {
    StorageNode node = transport.serve(Messages::echo);
    byte[] content = Messages.random(size, size);
    assertThat(onCarrier(() -> roundTrip(node, content))).isEqualTo(content);
  }

  @Test
  void manyCallsAtOnceGetTheirOwnAnswers() {
    StorageNode node = transport.serve(Messages::echo);
    int calls = 120;
    onCarrier(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      Map<NodeCall, byte[]> sent = new HashMap<>();
      for (int i = 0; i < calls; i++) {
        byte[] content = Messages.random(i * 97 % 40_000, i);
        sent.put(put(node, content, SOON, replies), content);
      }
      for (int i = 0; i < calls; i++) {
        NodeReply reply = replies.take();
        assertThat(content(reply)).isEqualTo(sent.remove(reply.call()));
      }
      return sent;
    });
  }

  @Test
  void eachOfSeveralNodesGetsTheWholeRequest() {
    List<StorageNode> nodes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      nodes.add(transport.serve(Messages::echo));
    }
    byte[] content = Messages.random(70_000, 1);
    onCarrier(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      List<NodeCall> calls;
      try (Body body = Messages.body(transport.pool(), content)) {
        calls =
            transport.client().sendToEach(nodes, Messages.put(body), body, context(SOON), replies);
      }
      assertThat(calls.stream().map(NodeCall::node)).containsExactlyElementsOf(nodes);
      List<NodeCall> answered = new ArrayList<>();
      for (int i = 0; i < nodes.size(); i++) {
        NodeReply reply = replies.take();
        assertThat(content(reply)).isEqualTo(content);
        answered.add(reply.call());
      }
      assertThat(answered).containsExactlyInAnyOrderElementsOf(calls);
      return answered;
    });
  }

  @Test
  void anAnswerWithoutContentHasNone() {
    StorageNode node = transport.serve(exchange -> exchange.reply(new NodeResponse.Done()));
    NodeReply reply = onCarrier(() -> call(node, SOON));
    assertThat(reply).isInstanceOf(NodeReply.Answer.class);
    assertThat(((NodeReply.Answer) reply).response()).isEqualTo(new NodeResponse.Done());
    assertThat(content(reply)).isEmpty();
  }

  @Test
  void theHandlerSeesRequestIdAndDeadline() {
    AtomicReference<RequestContext> seen = new AtomicReference<>();
    StorageNode node =
        transport.serve(exchange -> {
          seen.set(exchange.context());
          exchange.reply(new NodeResponse.Done());
        });
    onCarrier(() -> call(node, SOON));
    assertThat(seen.get().requestId()).isEqualTo("test-request");
    assertThat(seen.get().deadline().remaining(transport.carrier().time()))
        .isPositive()
        .isLessThanOrEqualTo(SOON);
  }

  @Test
  void aHandlerThatDoesNotAnswerBreaksTheCall() {
    StorageNode node = transport.serve(_ -> {});
    NodeReply.Failure failure = (NodeReply.Failure) onCarrier(() -> call(node, SOON));
    assertThat(failure.code()).isEqualTo(ErrorCode.CONNECTION_LOST);
  }

  @Test
  void aCallFailsAtItsDeadline() {
    Mailbox<Boolean> never = new Mailbox<>();
    StorageNode node = transport.serve(_ -> never.take());
    NodeReply reply = onCarrier(() -> call(node, Duration.ofMillis(100)));
    assertThat(((NodeReply.Failure) reply).code()).isEqualTo(ErrorCode.TIMED_OUT);
    never.post(true);
  }

  @Test
  void aCancelledCallStopsTheHandler() {
    Messages.Megabytes content = Messages.Megabytes.endless(transport.pool());
    Mailbox<Boolean> started = new Mailbox<>();
    Mailbox<ErrorCode> ended = new Mailbox<>();
    StorageNode node =
        transport.serve(exchange -> {
          started.post(true);
          endedBy(ended, () -> Messages.announce(exchange, Integer.MAX_VALUE, content));
        });
    onCarrier(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      NodeCall call = put(node, new byte[0], SOON, replies);
      started.take();
      call.cancel();
      content.awaitClose();
      return true;
    });
    assertThat(ended.poll()).isIn(Optional.empty(), Optional.of(ErrorCode.CLIENT_GONE));
  }

  private static void endedBy(Mailbox<ErrorCode> ended, Runnable reply) {
    try {
      reply.run();
    } catch (AumbryException e) {
      ended.post(e.code());
      throw e;
    }
  }

  /** A caller that gave up does not look at a response that arrives at the same time. */
  @Test
  void aCompleteResponseIsReleasedWhenItsCallIsCancelled() {
    StorageNode node = transport.serve(Messages::echo);
    onCarrier(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      NodeCall call = put(node, new byte[5000], SOON, replies);
      NodeReply.Answer answer = (NodeReply.Answer) replies.take();
      pause(Duration.ofMillis(100));
      call.cancel();
      pause(Duration.ofMillis(100));
      assertThatThrownBy(() -> answer.content().next()).isInstanceOf(AumbryException.class);
      return true;
    });
  }

  private void pause(Duration span) {
    Mailbox<Boolean> over = new Mailbox<>();
    transport.carrier().schedule(span, () -> over.post(true));
    over.take();
  }

  @Test
  void closingTheContentEarlyStopsTheSender() {
    Messages.Megabytes content = Messages.Megabytes.endless(transport.pool());
    Mailbox<ErrorCode> ended = new Mailbox<>();
    StorageNode node =
        transport.serve(exchange ->
            endedBy(ended, () -> Messages.announce(exchange, Integer.MAX_VALUE, content)));
    onCarrier(() -> {
      NodeReply.Answer answer = (NodeReply.Answer) call(node, SOON);
      answer.content().next().orElseThrow().close();
      answer.content().close();
      content.awaitClose();
      return true;
    });
    assertThat(ended.poll()).isIn(Optional.empty(), Optional.of(ErrorCode.CLIENT_GONE));
  }

  /** A client that leaves, and wakes its request's thread. */
  private static final class Leaving {
    private final Thread worker = Thread.currentThread();
    private volatile boolean gone;

    void leave() {
      gone = true;
      LockSupport.unpark(worker);
    }
  }

  /** One piece, then endless pieces once the gate is open or the call is abandoned. */
  private record Pausing(ByteSource pieces, Mailbox<Boolean> gate, RequestContext context)
      implements ByteSource {
    @Override
    public Optional<Buffer> next() {
      context.await(gate);
      return pieces.next();
    }

    @Override
    public void close() {
      pieces.close();
    }
  }

  /** The sender has sent less than a window, and sends the rest after the client has left. */
  @Test
  void aReaderWhoseClientLeavesStopsTheSender() {
    Messages.Megabytes content = Messages.Megabytes.endless(transport.pool());
    Mailbox<Boolean> gate = new Mailbox<>();
    gate.post(true);
    StorageNode node =
        transport.serve(exchange ->
            Messages.announce(
                exchange, Integer.MAX_VALUE, new Pausing(content, gate, exchange.context())));
    ErrorCode end =
        onCarrier(() -> {
          Leaving client = new Leaving();
          Mailbox<NodeReply> replies = new Mailbox<>();
          RequestContext context =
              context(SOON).withClaimant(new LeavingClaimant(() -> client.gone));
          transport.client().send(node, Messages.get(), Body.empty(), context, replies);
          NodeReply.Answer answer = (NodeReply.Answer) replies.take();
          transport.carrier().schedule(Duration.ofMillis(100), client::leave);
          try (ByteSource bytes = answer.content()) {
            return endOf(bytes);
          }
        });
    assertThat(end).isIn(ErrorCode.CANCELLED, ErrorCode.CLIENT_GONE);
    for (int i = 0; i < 100; i++) {
      gate.post(true);
    }
    onCarrier(() -> {
      content.awaitClose();
      return true;
    });
  }

  /** Reads until that fails. */
  private static ErrorCode endOf(ByteSource content) {
    try {
      while (true) {
        content.next().orElseThrow().close();
      }
    } catch (AumbryException e) {
      return e.code();
    }
  }

  @Test
  void aSlowReaderHoldsTheSenderBack() {
    Messages.Megabytes content = new Messages.Megabytes(transport.pool(), 64);
    StorageNode node = transport.serve(exchange -> Messages.announce(exchange, 64 << 20, content));
    onCarrier(() -> {
      NodeReply.Answer answer = (NodeReply.Answer) call(node, SOON);
      answer.content().next().orElseThrow().close();
      pause(Duration.ofMillis(300));
      assertThat(content.taken()).isLessThan(40);
      answer.content().close();
      return true;
    });
  }

  @Test
  void truncatedContentIsNeverTakenForWhole() {
    StorageNode node =
        transport.serve(exchange ->
            Messages.announce(exchange, 2 << 20, new Messages.Megabytes(transport.pool(), 1)));
    onCarrier(() -> {
      switch (call(node, SOON)) {
        case NodeReply.Failure failure ->
            assertThat(failure.code()).isEqualTo(ErrorCode.CONNECTION_LOST);
        case NodeReply.Answer answer -> {
          assertThatThrownBy(() -> Body.readFully(answer.content()).close())
              .isInstanceOf(AumbryException.class);
          answer.content().close();
        }
      }
      return true;
    });
  }

  @Test
  void aNodeThatGoesAwayInMidAnswerFailsItsCalls() {
    StorageNode node = transport.serve(exchange -> Messages.endless(exchange, transport.pool()));
    onCarrier(() -> {
      NodeReply.Answer answer = (NodeReply.Answer) call(node, SOON);
      answer.content().next().orElseThrow().close();
      Thread.ofPlatform().start(() -> transport.stop(node));
      assertCode(
          () -> {
            while (true) {
              answer.content().next().orElseThrow().close();
            }
          },
          ErrorCode.CONNECTION_LOST);
      answer.content().close();
      return true;
    });
  }

  @Test
  void aNodeThatIsDownFailsAtOnceAndIsFoundAgain() {
    StorageNode node = transport.serve(Messages::echo);
    byte[] content = Messages.random(5000, 1);
    assertThat(onCarrier(() -> roundTrip(node, content))).isEqualTo(content);
    transport.stop(node);
    await()
        .untilAsserted(() ->
            assertThat(((NodeReply.Failure) onCarrier(() -> call(node, SOON))).code())
                .isEqualTo(ErrorCode.CONNECTION_LOST));
    transport.restart(node, Messages::echo);
    await()
        .untilAsserted(() ->
            assertThat(onCarrier(() -> call(node, SOON))).isInstanceOf(NodeReply.Answer.class));
    assertThat(onCarrier(() -> roundTrip(node, content))).isEqualTo(content);
  }

  private byte[] roundTrip(StorageNode node, byte[] content) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    put(node, content, SOON, replies);
    return content(replies.take());
  }

  private NodeReply call(StorageNode node, Duration timeout) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    put(node, new byte[0], timeout, replies);
    return replies.take();
  }

  private NodeCall put(
      StorageNode node, byte[] content, Duration timeout, Mailbox<NodeReply> replies) {
    try (Body body = Messages.body(transport.pool(), content)) {
      return transport.client().send(node, Messages.put(body), body, context(timeout), replies);
    }
  }

  private RequestContext context(Duration timeout) {
    return new RequestContext(
        "test-request", transport.carrier(), Deadline.after(timeout, transport.carrier().time()));
  }

  private static byte[] content(NodeReply reply) {
    assertThat(reply).isInstanceOf(NodeReply.Answer.class);
    try (Body body = Body.readFully(((NodeReply.Answer) reply).content())) {
      return body.toByteArray();
    }
  }

  private <T> T onCarrier(Callable<T> task) {
    return Messages.on(transport.carrier(), task);
  }
}
