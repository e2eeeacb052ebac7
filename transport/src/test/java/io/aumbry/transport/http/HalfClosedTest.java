package io.aumbry.transport.http;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.http2.Http2Config;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.RawClient;
import io.aumbry.transport.testing.RawClient.Response;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients that close their side after a request, as {@code nc -N} and some proxies do. */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class HalfClosedTest {
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final Duration LONG = Duration.ofMinutes(5);

  private static final int LARGE = 32 << 20;

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final Mailbox<Boolean> gate = new Mailbox<>();
  private final Mailbox<ErrorCode> failures = new Mailbox<>();
  private final AtomicInteger begun = new AtomicInteger();
  private HttpServer server = start(HttpServerConfig.defaults("127.0.0.1", 0));

  private HttpServer start(HttpServerConfig config) {
    return HttpServer.start(loops, config, Optional.empty(), this::handle);
  }

  private void restart(HttpServerConfig config) {
    server.close();
    server = start(config);
  }

  @AfterEach
  void stop() {
    server.close();
    loops.close();
  }

  private void handle(HttpExchange exchange) {
    HttpResponse ok = new HttpResponse(200, HttpHeaders.builder().build());
    String path = exchange.request().path();
    begun.incrementAndGet();
    if (path.equals("/held")) {
      gate.take();
    }
    try (Body body = Body.readFully(exchange.body())) {
      if (path.equals("/large")) {
        sendLarge(exchange.respond(ok, LARGE));
      } else {
        exchange.respond(ok, Body.of(text(path + " " + body.size())));
      }
    } catch (AumbryException e) {
      failures.post(e.code());
      throw e;
    }
  }

  private static void sendLarge(ByteSink to) {
    for (int sent = 0; sent < LARGE; sent += 1 << 16) {
      to.write(HeapBuffer.copyOf(new byte[1 << 16]));
    }
  }

  private static Buffer text(String text) {
    return HeapBuffer.copyOf(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
  }

  @Test
  void aRequestIsAnsweredAndTheConnectionIsClosed() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send(get("/a")).sendEnd();
      assertThat(client.response().body()).isEqualTo("/a 0");
      assertThat(client.isClosed()).isTrue();
    }
    await().until(() -> server.figures().open() == 0);
  }

  @Test
  void aSlowHandlerStillResponds() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send(get("/held"));
      await().until(() -> begun.get() == 1);
      client.sendEnd();
      gate.post(true);
      assertThat(client.response().body()).isEqualTo("/held 0");
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void pipelinedRequestsAndABodyAreAnsweredInOrder() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send(get("/held") + get("/b"));
      client.send("POST /c HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc").sendEnd();
      gate.post(true);
      assertThat(client.response().body()).isEqualTo("/held 0");
      assertThat(client.response().body()).isEqualTo("/b 0");
      Response last = client.response();
      assertThat(last.body()).isEqualTo("/c 3");
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void aLargeResponseIsSentWhole() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send(get("/large")).sendEnd();
      assertThat(client.response().body()).hasSize(LARGE);
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void aBodyThatEndsTooSoonFails() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send("POST /c HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc").sendEnd();
      assertThat(client.isClosed()).isTrue();
    }
    assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
  }

  @Test
  void aHeadThatEndsTooSoonIsRefused() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send("GET / HTTP/1.1\r\nHost").sendEnd();
      assertThat(client.response().status()).isEqualTo(400);
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void connectionsWithoutARequestAreClosedAtOnce() throws IOException {
    try (RawClient silent = new RawClient(server.port());
        RawClient idle = new RawClient(server.port())) {
      silent.sendEnd();
      assertThat(silent.isClosed()).isTrue();
      idle.send(get("/a"));
      assertThat(idle.response().body()).isEqualTo("/a 0");
      idle.sendEnd();
      assertThat(idle.isClosed()).isTrue();
    }
  }

  @Test
  void aHandlerThatDoesNotAnswerKeepsNoConnectionHalfClosed() throws IOException {
    restart(withIdle(SHORT));
    awaitRequest(() -> {
      try (RawClient client = new RawClient(server.port())) {
        client.send(get("/held")).sendEnd();
        assertThat(client.isClosed()).isTrue();
      }
    });
    assertThat(server.figures().timedOut()).isPositive();
    gate.post(true);
  }

  @Test
  void aClientThatDoesNotReadKeepsNoConnectionHalfClosed() throws IOException {
    restart(withIdle(SHORT));
    awaitRequest(() -> {
      try (RawClient client = new RawClient(server.port())) {
        client.send(get("/large")).sendEnd();
        await().until(() -> server.figures().open() == 0);
      }
    });
    assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
  }

  /** Repeats if the machine was so slow that the connection was idle before its request. */
  private void awaitRequest(ThrowingRunnable sending) {
    await()
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> {
          sending.run();
          assertThat(begun).hasPositiveValue();
        });
  }

  private static HttpServerConfig withIdle(Duration idle) {
    return HttpServerConfig.defaults("127.0.0.1", 0)
        .withTimeouts(new HttpTimeouts(LONG, idle, LONG, 16, Duration.ofSeconds(2)));
  }

  @Test
  void aRequestOverHttp2IsAnswered() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      client.send(RawFrames.HEADERS, RawFrames.END_HEADERS, 1, RawFrames.POST);
      client.send(RawFrames.DATA, RawFrames.END_STREAM, 1, new byte[3]).sendEnd();
      assertThat(client.body()).isEqualTo("/ 3");
      assertThatThrownBy(() -> client.next(RawFrames.DATA)).isInstanceOf(EOFException.class);
    }
    await().until(() -> server.figures().open() == 0);
  }

  @Test
  void aBodyOverHttp2ThatEndsTooSoonFails() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      client.send(RawFrames.HEADERS, RawFrames.END_HEADERS, 1, RawFrames.POST).sendEnd();
      assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
    }
  }

  /** Window updates can no longer arrive, so the connection gets only the drain timeout. */
  @Test
  void aHalfClosedHttp2ConnectionIsBounded() throws IOException {
    Http2Config normal = Http2Config.forClients();
    restart(
        HttpServerConfig.defaults("127.0.0.1", 0)
            .withHttp2(
                new Http2Config(
                    normal.streamWindow(),
                    normal.connectionWindow(),
                    normal.frameSize(),
                    normal.unsent(),
                    normal.maxStreams(),
                    normal.headers(),
                    SHORT)));
    try (RawFrames client = new RawFrames(server.port())) {
      byte[] path = {(byte) 0x82, 0x04, 5, '/', 'h', 'e', 'l', 'd', (byte) 0x86, 0x41, 1, 'x'};
      client.send(RawFrames.HEADERS, RawFrames.END_HEADERS | RawFrames.END_STREAM, 1, path);
      client.sendEnd();
      await().until(() -> begun.get() == 1);
      assertThatThrownBy(() -> client.next(RawFrames.DATA)).isInstanceOf(IOException.class);
    }
    gate.post(true);
  }
}
