package io.aumbry.transport.node;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpResponse;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.http2.Http2Config;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.NodeClientConfig.Connections;
import io.aumbry.transport.node.NodeClientConfig.Protocol;
import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients of a frontend that leave during a download, while the frontend waits for the node. */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class LeavingClientsTest {
  private static final int CLIENTS = 100;
  private static final int FIRST = 1_000;
  private static final int SIZE = 60_000;
  private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

  /** A connection to a node starts no call above 1 MiB of unread bytes, less than all clients'. */
  private static final Http2Config SMALL = SocketTransport.windows(65_535, Duration.ofMillis(50));

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(2), new SystemTime());
  private final Metrics metrics = new Metrics();

  /** Holds the node back after the first bytes of an answer. */
  private final Mailbox<Boolean> gate = new Mailbox<>();

  private final Mailbox<Boolean> answered = new Mailbox<>();
  private final NodeServer server =
      NodeServer.start(
          loops,
          NodeServerConfig.defaults("127.0.0.1", 0).withHttp2(SMALL),
          Optional.empty(),
          this::answer);
  private final StorageNode node =
      new StorageNode(new NodeId("node-1"), 1, "z", new Endpoint("127.0.0.1", server.port()), true);

  @AfterEach
  void stop() {
    server.close();
    loops.close();
  }

  private void answer(NodeExchange exchange) {
    try {
      Messages.announce(exchange, SIZE, new InTwoParts());
    } finally {
      answered.post(true);
    }
  }

  private final class InTwoParts implements ByteSource {
    private int sent;

    @Override
    public Optional<Buffer> next() {
      if (sent == SIZE) {
        return Optional.empty();
      }
      if (sent > 0) {
        gate.take();
      }
      int size = sent == 0 ? FIRST : SIZE - sent;
      sent += size;
      return Optional.of(Messages.buffer(loops.pool(), new byte[size], 0, size));
    }

    @Override
    public void close() {
      // holds nothing
    }
  }

  /** Passes an answer of the node on to the client. */
  private void forward(HttpExchange exchange, NodeClient client, Mailbox<Boolean> left) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    RequestContext context =
        new RequestContext(
            "test-request",
            exchange.carrier(),
            Deadline.after(Duration.ofMinutes(1), loops.time()),
            exchange.claimant());
    client.send(node, Messages.get(), Body.empty(), context, replies);
    if (replies.take() instanceof NodeReply.Answer answer) {
      try (ByteSource content = answer.content()) {
        ByteSink sink =
            exchange.respond(new HttpResponse(200, HttpHeaders.builder().build()), SIZE);
        content.transferTo(sink);
      } catch (AumbryException e) {
        left.post(true);
      }
    }
  }

  private void leaveDuringADownload(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().readNBytes(FIRST)).hasSize(FIRST);
      socket.setSoLinger(true, 0);
    }
  }

  private long unread() {
    return (long) metrics.value("aumbry_transport_nodes_unread_bytes");
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void clientsThatLeaveDoNotExhaustTheConnectionToTheNode(Protocol protocol) throws IOException {
    NodeClientConfig config =
        SocketTransport.PATIENT.withConnections(new Connections(protocol, 1)).withHttp2(SMALL);
    Mailbox<Boolean> left = new Mailbox<>();
    try (SocketNodeClient client = new SocketNodeClient(loops, config, Optional.empty());
        HttpServer frontend =
            HttpServer.start(
                loops,
                HttpServerConfig.defaults("127.0.0.1", 0),
                Optional.empty(),
                exchange -> forward(exchange, client, left))) {
      client.register(metrics);
      for (int i = 0; i < CLIENTS; i++) {
        leaveDuringADownload(frontend.port());
        left.take();
        gate.post(true);
        answered.take();
      }
      for (int i = 0; i < 2; i++) {
        gate.post(true);
        try (RawClient stays = new RawClient(frontend.port())) {
          RawClient.Response response = stays.send(GET).response();
          assertThat(response.status()).isEqualTo(200);
          assertThat(response.body()).hasSize(SIZE);
        }
      }
      await().untilAsserted(() -> assertThat(unread()).isZero());
    }
  }
}
