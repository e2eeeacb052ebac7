package io.aumbry.transport.node;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpResponse;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.netty.util.ResourceLeakDetector;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Heap allocation of one small GET on the loop of a proxy. */
@Timeout(300)
final class GarbageTest {
  private static final int SIZE = 4096;
  private static final int REQUESTS = 3000;

  /** Bytes of heap. The two codecs take about a fifth. */
  private static final long MOST = 5 * 1024;

  private static final byte[] REQUEST =
      "GET /x HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final HttpResponse OK =
      new HttpResponse(200, HttpHeaders.builder().add("X-Test", "yes").build());

  private final EventLoops nodes =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final EventLoops proxies =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final Body content = Messages.body(nodes.pool(), Messages.random(SIZE, 1));
  private final NodeServer node =
      NodeServer.start(
          nodes, NodeServerConfig.defaults("127.0.0.1", 0), Optional.empty(), this::answer);
  private final StorageNode target =
      new StorageNode(new NodeId("node-1"), 1, "z", new Endpoint("127.0.0.1", node.port()), true);
  private final SocketNodeClient client =
      new SocketNodeClient(proxies, SocketTransport.PATIENT, Optional.empty());
  private final HttpServer proxy =
      HttpServer.start(
          proxies, HttpServerConfig.defaults("127.0.0.1", 0), Optional.empty(), this::forward);
  private volatile long loop;

  /** Leak detection would be counted too. */
  @BeforeAll
  static void detectNoLeaks() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
  }

  @AfterAll
  static void detectLeaks() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
  }

  @AfterEach
  void stop() {
    proxy.close();
    client.close();
    node.close();
    content.close();
    proxies.close();
    nodes.close();
  }

  private void answer(NodeExchange exchange) {
    exchange.reply(Messages.found(content), content.retain().toSource());
  }

  private void forward(HttpExchange exchange) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    RequestContext context =
        new RequestContext(
            "0123456789abcdef",
            exchange.carrier(),
            Deadline.after(Patience.LIMIT, exchange.carrier().time()));
    client.send(target, Messages.get(), Body.empty(), context, replies);
    NodeReply.Answer answer = (NodeReply.Answer) replies.take();
    ByteSink sink = exchange.respond(OK, answer.response().contentLength());
    for (Optional<Buffer> next = answer.content().next();
        next.isPresent();
        next = answer.content().next()) {
      sink.write(next.get());
    }
  }

  @Test
  void aSmallGetLeavesLittleGarbage() throws IOException {
    proxies.loops().get(0).loop().execute(() -> loop = Thread.currentThread().threadId());
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      // Waits for background compilation.
      await()
          .untilAsserted(() -> {
            long before = threads.getThreadAllocatedBytes(loop);
            request(socket, REQUESTS);
            long each = (threads.getThreadAllocatedBytes(loop) - before) / REQUESTS;
            assertThat(each).isBetween(1L, MOST);
          });
    }
  }

  private static void request(Socket socket, int count) throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    byte[] body = new byte[SIZE];
    for (int i = 0; i < count; i++) {
      socket.getOutputStream().write(REQUEST);
      int ends = 0;
      while (ends < 4) {
        int c = in.readUnsignedByte();
        ends = c == '\r' || c == '\n' ? ends + 1 : 0;
      }
      in.readFully(body);
    }
  }
}
