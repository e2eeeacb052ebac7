package io.aumbry.transport.node;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http2.Http2Config;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.socket.HostLookups;
import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.TcpProxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls over a network that stalls, breaks, or loses one side. */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class NodeFaultsTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration PATIENT = Duration.ofMinutes(10);
  private static final int SMALL_WINDOW = 65_535;
  private static final int PING_FRAME = 17;
  private static final Http2Config SMALL =
      SocketTransport.windows(SMALL_WINDOW, Duration.ofMillis(50));

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(2), new SystemTime());
  private final Carrier carrier = loops.carriers().get(0);
  private final Mailbox<Boolean> started = new Mailbox<>();
  private final Mailbox<Boolean> gate = new Mailbox<>();
  private volatile NodeHandler handler = Messages::echo;
  private final NodeServer server =
      NodeServer.start(
          loops,
          NodeServerConfig.defaults("127.0.0.1", 0).withHttp2(SMALL),
          Optional.empty(),
          exchange -> handler.handle(exchange));
  private final TcpProxy network = new TcpProxy(server.port());
  private final StorageNode node =
      new StorageNode(
          new NodeId("node-1"), 1, "z", new Endpoint("127.0.0.1", network.port()), true);
  private SocketNodeClient client = client(config());

  @AfterEach
  void stop() {
    client.close();
    for (int i = 0; i < 100; i++) {
      gate.post(true);
    }
    network.close();
    server.close();
    loops.close();
  }

  /** One connection without liveness checks. */
  private static NodeClientConfig config() {
    return NodeClientConfig.defaults()
        .withConnectionsPerNode(1)
        .withReconnect(
            new NodeClientConfig.Reconnect(PATIENT, Duration.ofMillis(20), Duration.ofMillis(100)))
        .withLiveness(new NodeClientConfig.Liveness(PATIENT, PATIENT));
  }

  /** Detects a dead connection after half a second. A slow machine may look dead too. */
  private static NodeClientConfig wary() {
    return config().withLiveness(new NodeClientConfig.Liveness(Duration.ofMillis(250), PATIENT));
  }

  private SocketNodeClient client(NodeClientConfig config) {
    return new SocketNodeClient(loops, config, Optional.empty());
  }

  private void use(NodeClientConfig config) {
    client.close();
    client = client(config);
  }

  private NodeCall send(int size, Duration timeout, Mailbox<NodeReply> replies) {
    RequestContext context =
        new RequestContext("test-request", carrier, Deadline.after(timeout, loops.time()));
    try (Body body = Messages.body(loops.pool(), Messages.random(size, 1))) {
      return client.send(node, Messages.put(body), body, context, replies);
    }
  }

  private NodeReply call(int size, Duration timeout) {
    return on(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      send(size, timeout, replies);
      return replies.take();
    });
  }

  private <T> T on(Callable<T> task) {
    return Messages.on(carrier, task);
  }

  private void assertRoundTrip() {
    on(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      send(200_000, LONG, replies);
      assertThat(content(replies.take())).isEqualTo(Messages.random(200_000, 1));
      return true;
    });
  }

  private static byte[] content(NodeReply reply) {
    assertThat(reply).isInstanceOf(NodeReply.Answer.class);
    try (Body body = Body.readFully(((NodeReply.Answer) reply).content())) {
      return body.toByteArray();
    }
  }

  private static void assertFails(NodeReply reply, ErrorCode code) {
    assertThat(reply)
        .isInstanceOfSatisfying(
            NodeReply.Failure.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  /** The node's handler holds every call. */
  private void hold() {
    handler =
        exchange -> {
          started.post(true);
          gate.take();
          exchange.reply(new NodeResponse.Done());
        };
  }

  private void assertFoundAgain() {
    await()
        .ignoreExceptionsInstanceOf(AumbryException.class)
        .until(
            () -> call(0, LONG) instanceof NodeReply.Answer answer && content(answer).length == 0);
  }

  @Test
  void aConnectionThatAnswersNoPingsIsReplaced() {
    assertReplacedAfter(network::stall);
  }

  @Test
  void aConnectionWhoseOtherSideIsLostIsReplaced() {
    assertReplacedAfter(network::halfOpen);
  }

  /** Repeats if the machine was so slow that the connection had been replaced before. */
  private void assertReplacedAfter(Runnable fault) {
    use(wary());
    await()
        .untilAsserted(() -> {
          assertFoundAgain();
          fault.run();
          NodeReply reply = call(1000, Duration.ofSeconds(10));
          network.resume();
          assertFails(reply, ErrorCode.CONNECTION_LOST);
        });
    assertFoundAgain();
  }

  /** Repeats if the machine was slower than the network and was rightly considered dead. */
  @Test
  void aSlowNetworkIsNotConsideredDead() {
    use(config().withLiveness(new NodeClientConfig.Liveness(Duration.ofSeconds(1), PATIENT)));
    await()
        .ignoreExceptionsInstanceOf(IllegalStateException.class)
        .untilAsserted(this::assertOutlivesSlowPings);
  }

  private void assertOutlivesSlowPings() {
    network.delay(Duration.ZERO);
    handler = Messages::echo;
    assertRoundTrip();
    Mailbox<Boolean> enough = new Mailbox<>();
    handler =
        exchange -> {
          started.post(true);
          enough.take();
          exchange.reply(new NodeResponse.Done());
        };
    network.delay(Duration.ofMillis(200));
    Mailbox<NodeReply> replies = new Mailbox<>();
    send(0, LONG, replies);
    started.take();
    long before = network.passed();
    await().until(() -> network.passed() >= before + 2 * PING_FRAME);
    enough.post(true);
    assertThat(on(() -> content(replies.take()))).isEmpty();
    assertThat(client.connections(node)).isEqualTo(1);
  }

  @Test
  void aResetFailsItsCallsAtOnce() {
    hold();
    List<NodeReply> failed =
        on(() -> {
          Mailbox<NodeReply> replies = new Mailbox<>();
          for (int i = 0; i < 3; i++) {
            send(10, PATIENT, replies);
            started.take();
          }
          network.cut();
          return List.of(replies.take(), replies.take(), replies.take());
        });
    failed.forEach(reply -> assertFails(reply, ErrorCode.CONNECTION_LOST));
  }

  @Test
  void aNodeThatIsKnownToBeDownFailsBeforeSendReturns() {
    assertRoundTrip();
    network.close();
    await().until(() -> isDownAtOnce());
    for (int i = 0; i < 50; i++) {
      assertThat(isDownAtOnce()).isTrue();
    }
  }

  private boolean isDownAtOnce() {
    return on(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      send(10, PATIENT, replies);
      Optional<NodeReply> atOnce = replies.poll();
      if (atOnce.isEmpty() && replies.take() instanceof NodeReply.Answer late) {
        late.content().close();
      }
      return atOnce.filter(reply -> reply instanceof NodeReply.Failure).isPresent();
    });
  }

  @Test
  void aBodyThatTheNodeDoesNotReadFailsAtTheDeadline() {
    hold();
    on(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      NodeCall call = send(8 << 20, Duration.ofMillis(400), replies);
      NodeReply reply = replies.take();
      assertFails(reply, ErrorCode.TIMED_OUT);
      assertThat(reply.call()).isSameAs(call);
      gate.post(true);
      client.close();
      assertThat(replies.poll()).isEmpty();
      return true;
    });
  }

  @Test
  void aCallOverAStalledNetworkFailsAtTheDeadline() {
    assertRoundTrip();
    network.stall();
    assertFails(call(1000, Duration.ofMillis(300)), ErrorCode.TIMED_OUT);
  }

  @Test
  void aFirstCallToANodeThatIsSilentFailsByItsDeadline() {
    network.stall();
    assertThat(call(1000, Duration.ofMillis(200))).isInstanceOf(NodeReply.Failure.class);
  }

  /** One buffer, and then nothing until the gate opens. */
  private final class Halting implements ByteSource {
    private final Queue<Buffer> first;

    Halting(Buffer first) {
      this.first = new ArrayDeque<>(List.of(first));
    }

    @Override
    public Optional<Buffer> next() {
      if (first.isEmpty()) {
        gate.take();
      }
      return Optional.ofNullable(first.poll());
    }

    @Override
    public void close() {
      first.forEach(Buffer::close);
    }
  }

  @Test
  void stalledContentFails() {
    use(config().withLiveness(new NodeClientConfig.Liveness(PATIENT, Duration.ofMillis(300))));
    handler =
        exchange -> {
          Buffer first = Messages.buffer(loops.pool(), new byte[1000], 0, 1000);
          Messages.announce(exchange, 2000, new Halting(first));
        };
    on(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      send(0, LONG, replies);
      NodeReply.Answer answer = (NodeReply.Answer) replies.take();
      assertCode(
          () -> {
            while (true) {
              answer.content().next().orElseThrow().close();
            }
          },
          ErrorCode.TIMED_OUT);
      answer.content().close();
      return true;
    });
  }

  @Test
  void tooManyCallsFailAtOnceAndTheConnectionStays() {
    use(config().withLimits(2, 1 << 20));
    hold();
    on(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      List<NodeCall> held = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        held.add(send(10, LONG, replies));
        started.take();
      }
      Mailbox<NodeReply> refused = new Mailbox<>();
      send(10, LONG, refused);
      assertFails(refused.poll().orElseThrow(), ErrorCode.OVERLOADED);
      held.forEach(NodeCall::cancel);
      return true;
    });
    gate.post(true);
    gate.post(true);
    handler = Messages::echo;
    assertFoundAgain();
  }

  /** Clients that cancel requests must not cost a frontend its connections to nodes. */
  @Test
  void aConnectionOutlivesAnyNumberOfCancelledCalls() {
    use(config().withLimits(5_000, 1 << 20));
    assertRoundTrip();
    Mailbox<Mailbox<Boolean>> gates = new Mailbox<>();
    handler =
        exchange -> {
          Mailbox<Boolean> own = new Mailbox<>();
          gates.post(own);
          own.take();
          exchange.reply(new NodeResponse.Done());
        };
    on(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      for (int i = 0; i < 3_000; i++) {
        NodeCall call = send(0, LONG, replies);
        Mailbox<Boolean> held = gates.take();
        call.cancel();
        held.post(true);
      }
      assertThat(client.connections(node)).isEqualTo(1);
      return true;
    });
    handler = Messages::echo;
    assertRoundTrip();
  }

  @Test
  void tooManyCallsBeforeTheFirstConnectionFailAtOnce() {
    network.stall();
    Mailbox<NodeReply> replies = new Mailbox<>();
    for (int i = 0; i < 1001; i++) {
      send(0, LONG, replies);
    }
    assertFails(replies.poll().orElseThrow(), ErrorCode.OVERLOADED);
  }

  @Test
  void tooManyBytesFailAtOnce() {
    use(config().withLimits(100, 1 << 20));
    assertRoundTrip();
    assertFails(call(2 << 20, LONG), ErrorCode.OVERLOADED);
    assertRoundTrip();
  }

  @Test
  void moreCallsThanTheNodeTakesFailAndTheConnectionStays() {
    use(config().withLimits(2000, 1 << 30));
    assertRoundTrip();
    hold();
    on(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      List<NodeCall> calls = new ArrayList<>();
      for (int i = 0; i < SMALL.maxStreams() + 1; i++) {
        calls.add(send(0, LONG, replies));
      }
      assertFails(replies.take(), ErrorCode.OVERLOADED);
      assertThat(client.connections(node)).isEqualTo(1);
      calls.forEach(NodeCall::cancel);
      return true;
    });
  }

  @Test
  void aSlowReaderDoesNotHoldUpTheOtherCallsOfItsConnection() {
    use(config().withHttp2(SMALL));
    on(() -> {
      List<NodeReply.Answer> slow = new ArrayList<>();
      handler = exchange -> Messages.endless(exchange, loops.pool());
      for (int i = 0; i < 3; i++) {
        Mailbox<NodeReply> replies = new Mailbox<>();
        send(0, LONG, replies);
        slow.add((NodeReply.Answer) replies.take());
      }
      handler = Messages::echo;
      Mailbox<NodeReply> replies = new Mailbox<>();
      send(300_000, LONG, replies);
      assertThat(content(replies.take())).hasSize(300_000);
      slow.forEach(answer -> answer.content().close());
      return true;
    });
  }

  @Test
  void noCallStartsWhileTooManyResponseBytesAreUnread() {
    use(config().withHttp2(SMALL));
    handler =
        exchange -> {
          Body content = Messages.body(loops.pool(), new byte[60_000]);
          Messages.announce(exchange, 60_000, content.toSource());
        };
    on(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      List<NodeReply> answers = new ArrayList<>();
      NodeReply last = next(replies);
      for (; last instanceof NodeReply.Answer && answers.size() < 1000; last = next(replies)) {
        answers.add(last);
      }
      assertFails(last, ErrorCode.OVERLOADED);
      assertThat(answers).hasSizeGreaterThan(16);
      answers.forEach(answer -> assertThat(content(answer)).hasSize(60_000));
      assertThat(content(next(replies))).hasSize(60_000);
      return true;
    });
  }

  private NodeReply next(Mailbox<NodeReply> replies) {
    send(0, LONG, replies);
    return replies.take();
  }

  @Test
  void callsThatTheOwnLoopHasNoRoomForGoOverTheConnectionsOfOthers() {
    use(config().withLimits(2, 1 << 20).withConnectionsPerNode(2));
    assertRoundTrip();
    await().until(() -> client.connections(node) == 2);
    hold();
    on(() -> {
      Mailbox<NodeReply> replies = new Mailbox<>();
      List<NodeCall> held = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        held.add(send(10, LONG, replies));
        assertThat(replies.poll()).isEmpty();
        started.take();
      }
      send(10, LONG, replies);
      assertFails(replies.take(), ErrorCode.OVERLOADED);
      held.forEach(NodeCall::cancel);
      return true;
    });
  }

  @Test
  void callsGoOverTheConnectionsOfTheCallersOwnLoop() {
    NodeConnector connector =
        new NodeConnector(loops, config(), Optional.empty(), HostLookups.ofSystem());
    SharedConnections connections = new SharedConnections(config(), loops.loops());
    NodePeer peer = new NodePeer(node, config(), loops.loops(), connector, _ -> {});
    connections.use(
        loops.loops().stream().map(loop -> connections.connection(peer, loop, 0)).toList());
    for (int i = 0; i < 8; i++) {
      for (var loop : loops.loops()) {
        assertThat(connections.choose(loop, 0).orElseThrow().carrier()).isSameAs(loop);
      }
    }
    peer.close();
  }
}
