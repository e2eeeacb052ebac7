package io.aumbry.transport.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.NodeClientConfig.Connections;
import io.aumbry.transport.node.NodeClientConfig.Protocol;
import io.aumbry.transport.testing.LeakCheck;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** One HTTP/1.1 connection to a node that responds on demand. */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class ConnectionPoolTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int MOST_WAITING = 2;

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final Carrier carrier = loops.carriers().get(0);
  private final Mailbox<Boolean> started = new Mailbox<>();
  private final Mailbox<Boolean> gate = new Mailbox<>();
  private volatile boolean holding = true;
  private final NodeServer server =
      NodeServer.start(
          loops,
          NodeServerConfig.defaults("127.0.0.1", 0),
          Optional.empty(),
          exchange -> {
            started.post(true);
            if (holding) {
              gate.take();
            }
            exchange.reply(new NodeResponse.Done());
          });
  private final StorageNode node =
      new StorageNode(new NodeId("node-1"), 1, "z", new Endpoint("127.0.0.1", server.port()), true);
  private final NodeClientConfig patient =
      SocketTransport.PATIENT.withLimits(MOST_WAITING, 1 << 20);
  private final SocketNodeClient client =
      new SocketNodeClient(
          loops, patient.withConnections(new Connections(Protocol.HTTP1, 1)), Optional.empty());

  @AfterEach
  void stop() {
    for (int i = 0; i < 10; i++) {
      gate.post(true);
    }
    client.close();
    server.close();
    loops.close();
  }

  private NodeCall send(SocketNodeClient by, Duration timeout, Mailbox<NodeReply> replies) {
    RequestContext context =
        new RequestContext("test-request", carrier, Deadline.after(timeout, loops.time()));
    try (Body body = Messages.body(loops.pool(), Messages.random(5000, 1))) {
      return by.send(node, Messages.put(body), body, context, replies);
    }
  }

  private NodeReply take(Mailbox<NodeReply> replies) {
    return Messages.on(carrier, replies::take);
  }

  /** A call that reached its handler and occupies the only connection. */
  private Mailbox<NodeReply> held() {
    Mailbox<NodeReply> replies = new Mailbox<>();
    send(client, LONG, replies);
    Messages.on(carrier, started::take);
    return replies;
  }

  private void assertAnswered(Mailbox<NodeReply> replies) {
    NodeReply reply = take(replies);
    assertThat(reply).isInstanceOf(NodeReply.Answer.class);
    ((NodeReply.Answer) reply).content().close();
  }

  private void assertFailed(Mailbox<NodeReply> replies, ErrorCode code) {
    assertThat(take(replies))
        .isInstanceOfSatisfying(
            NodeReply.Failure.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  @Test
  void aCallThatFindsNoConnectionFreeWaitsForOne() {
    Mailbox<NodeReply> first = held();
    Mailbox<NodeReply> second = new Mailbox<>();
    send(client, LONG, second);
    assertThat(started.poll()).isEmpty();
    gate.post(true);
    gate.post(true);
    assertAnswered(first);
    assertAnswered(second);
    assertThat(server.figures().open()).isEqualTo(1);
  }

  @Test
  void aCallThatWaitsFailsAtItsDeadline() {
    Mailbox<NodeReply> first = held();
    Mailbox<NodeReply> second = new Mailbox<>();
    send(client, Duration.ofMillis(20), second);
    assertFailed(second, ErrorCode.TIMED_OUT);
    gate.post(true);
    assertAnswered(first);
  }

  @Test
  void aCallCancelledInTheQueueIsNeverSent() {
    Mailbox<NodeReply> first = held();
    Mailbox<NodeReply> second = new Mailbox<>();
    send(client, LONG, second).cancel();
    Mailbox<NodeReply> third = new Mailbox<>();
    send(client, LONG, third);
    gate.post(true);
    gate.post(true);
    assertAnswered(first);
    assertAnswered(third);
    assertThat(started.poll()).isPresent();
    assertThat(started.poll()).isEmpty();
    assertThat(second.poll()).isEmpty();
  }

  @Test
  void tooManyWaitingCallsFailAtOnce() {
    Mailbox<NodeReply> first = held();
    Mailbox<NodeReply> line = new Mailbox<>();
    send(client, LONG, line);
    send(client, LONG, line);
    Mailbox<NodeReply> oneMore = new Mailbox<>();
    send(client, LONG, oneMore);
    assertFailed(oneMore, ErrorCode.OVERLOADED);
    for (int i = 0; i < 3; i++) {
      gate.post(true);
    }
    assertAnswered(first);
    assertAnswered(line);
    assertAnswered(line);
  }

  @Test
  void aNodeServesBothProtocolsAtOnce() {
    Mailbox<NodeReply> overHttp1 = held();
    try (SocketNodeClient other =
        new SocketNodeClient(loops, patient.withConnectionsPerNode(1), Optional.empty())) {
      holding = false;
      Mailbox<NodeReply> overHttp2 = new Mailbox<>();
      send(other, LONG, overHttp2);
      assertAnswered(overHttp2);
      gate.post(true);
      assertAnswered(overHttp1);
    }
  }
}
