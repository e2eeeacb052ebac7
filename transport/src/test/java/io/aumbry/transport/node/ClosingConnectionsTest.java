package io.aumbry.transport.node;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http2.Http2Config;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.TcpProxy;
import io.aumbry.transport.testing.TestCertificates;
import io.aumbry.transport.tls.TlsConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Connections to nodes that are about to close, with calls in progress. */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class ClosingConnectionsTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  /** More than all buffers on the way to the node take. */
  private static final int UNSENT_BYTES = 32 << 20;

  /** Windows that hold back no call. */
  private static final Http2Config WIDE =
      SocketTransport.windows(UNSENT_BYTES, Duration.ofMinutes(1));

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(2), new SystemTime());
  private final Carrier carrier = loops.carriers().get(0);
  private final Mailbox<Boolean> started = new Mailbox<>();
  private final Mailbox<Boolean> gate = new Mailbox<>();

  @TempDir private Path folder;

  @AfterEach
  void stop() {
    for (int i = 0; i < 100; i++) {
      gate.post(true);
    }
    loops.close();
  }

  /** Holds the call until the gate opens. */
  private NodeServer serve(Optional<TlsConfig> tls) {
    return NodeServer.start(
        loops,
        NodeServerConfig.defaults("127.0.0.1", 0).withHttp2(WIDE),
        tls,
        exchange -> {
          started.post(true);
          gate.take();
          exchange.reply(new NodeResponse.Done());
        });
  }

  private static StorageNode node(int port) {
    return new StorageNode(
        new NodeId(SocketTransport.NODE), 1, "z", new Endpoint("127.0.0.1", port), true);
  }

  private Mailbox<NodeReply> send(SocketNodeClient client, StorageNode node, int size) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    RequestContext context =
        new RequestContext("test-request", carrier, Deadline.after(LONG, loops.time()));
    try (Body body = Messages.body(loops.pool(), new byte[size])) {
      client.send(node, Messages.put(body), body, context, replies);
    }
    return replies;
  }

  /** TLS waits some seconds for unsent bytes before it closes. */
  @Test
  void aConnectionThatAnswersNoPingsTakesNoCallsWhileItCloses() {
    Optional<TlsConfig> tls =
        Optional.of(new TestCertificates(folder).config("node", SocketTransport.NODE));
    NodeClientConfig config =
        SocketTransport.PATIENT
            .withConnectionsPerNode(1)
            .withHttp2(WIDE)
            .withLimits(100, 2L * UNSENT_BYTES)
            .withLiveness(new NodeClientConfig.Liveness(Duration.ofSeconds(1), Patience.LIMIT));
    try (NodeServer server = serve(tls);
        TcpProxy network = new TcpProxy(server.port());
        SocketNodeClient client = new SocketNodeClient(loops, config, tls)) {
      StorageNode node = node(network.port());
      client.warm(List.of(node));
      await().until(() -> client.connections(node) == 1);
      network.stall();
      assertThat(send(client, node, UNSENT_BYTES).take())
          .isInstanceOfSatisfying(
              NodeReply.Failure.class, failure -> assertThat(failure.reason()).contains("pings"));
      assertThat(client.connections(node)).isZero();
    }
  }

  @Test
  void aYoungConnectionThatTheNodeDrainsFinishesItsCalls() {
    Duration timeout = Duration.ofSeconds(1);
    NodeClientConfig config =
        SocketTransport.PATIENT
            .withConnectionsPerNode(1)
            .withReconnect(new NodeClientConfig.Reconnect(timeout, timeout, timeout));
    NodeServer server = serve(Optional.empty());
    try (SocketNodeClient client = new SocketNodeClient(loops, config, Optional.empty())) {
      StorageNode node = node(server.port());
      Mailbox<NodeReply> replies = send(client, node, 0);
      started.take();
      Thread drain = Thread.ofPlatform().start(server::close);
      await().until(() -> client.connections(node) == 0);
      carrier.schedule(timeout.multipliedBy(3), () -> gate.post(true));
      assertThat(replies.take()).isInstanceOf(NodeReply.Answer.class);
      join(drain);
    } finally {
      server.close();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
