package io.aumbry.transport.http;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The memory of idle connections. */
@Timeout(300)
final class IdleConnectionsTest {
  private static final int CONNECTIONS = 1000;

  /** Bytes of heap, including the client's side. */
  private static final long MOST_HEAP_EACH = 6 * 1024;

  /** Bytes of buffer memory, which is allocated in chunks. */
  private static final long MOST_BUFFERS = CONNECTIONS * 2048L + (8 << 20);

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final List<SocketChannel> clients = new ArrayList<>();
  private Optional<HttpServer> server = Optional.empty();

  /** Leak detection would be measured too. */
  @BeforeAll
  static void detectNoLeaks() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
  }

  @AfterAll
  static void detectLeaks() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
  }

  @AfterEach
  void stop() throws IOException {
    for (SocketChannel client : clients) {
      client.close();
    }
    server.ifPresent(HttpServer::close);
    loops.close();
  }

  private HttpServer start(HttpTimeouts timeouts) {
    HttpResponse ok = new HttpResponse(200, HttpHeaders.builder().build());
    HttpServer started =
        HttpServer.start(
            loops,
            HttpServerConfig.defaults("127.0.0.1", 0).withTimeouts(timeouts),
            Optional.empty(),
            exchange -> exchange.respond(ok, Body.empty()));
    server = Optional.of(started);
    return started;
  }

  private void connect(HttpServer to, int count, String first) throws IOException {
    for (int i = 0; i < count; i++) {
      SocketChannel client =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), to.port()));
      client.write(ByteBuffer.wrap(first.getBytes(StandardCharsets.US_ASCII)));
      clients.add(client);
    }
    await().until(() -> to.figures().received() >= (long) clients.size() * first.length());
  }

  private static long heap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Waits until other garbage is gone. */
  private void assertCheap(long heapBefore, long buffersBefore) {
    await()
        .untilAsserted(
            () -> assertThat((heap() - heapBefore) / CONNECTIONS).isLessThan(MOST_HEAP_EACH));
    assertThat(loops.buffers().reserved() - buffersBefore).isLessThan(MOST_BUFFERS);
  }

  @Test
  void connectionsBetweenRequestsAreCheap() throws IOException {
    HttpServer server = start(HttpTimeouts.defaults());
    connect(server, 50, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    long heap = heap();
    long buffers = loops.buffers().reserved();
    connect(server, CONNECTIONS, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    assertCheap(heap, buffers);
  }

  @Test
  void connectionsThatSendTheirHeadByteByByteAreCheapAndAreClosed() throws IOException {
    HttpServer server =
        start(
            new HttpTimeouts(
                Duration.ofSeconds(4),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                1024,
                Duration.ofSeconds(2)));
    long heap = heap();
    long buffers = loops.buffers().reserved();
    connect(server, CONNECTIONS, "GET / HTTP/1.1\r\nHos");
    assertCheap(heap, buffers);
    await().until(() -> server.figures().open() == 0);
    assertThat(server.figures().timedOut()).isEqualTo(CONNECTIONS);
  }
}
