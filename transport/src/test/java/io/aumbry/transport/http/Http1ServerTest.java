package io.aumbry.transport.http;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.RawClient;
import io.aumbry.transport.testing.RawClient.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
@Timeout(300)
final class Http1ServerTest {
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final Duration LONG = Duration.ofMinutes(5);

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(2), new SystemTime());
  private final Mailbox<ErrorCode> failures = new Mailbox<>();
  private final AtomicLong bodyBytes = new AtomicLong();
  private final Mailbox<Boolean> gate = new Mailbox<>();
  private Optional<HttpServer> server = Optional.empty();

  @AfterEach
  void stop() {
    server.ifPresent(HttpServer::close);
    loops.close();
  }

  private RawClient client() throws IOException {
    return client(HttpServerConfig.defaults("127.0.0.1", 0));
  }

  private RawClient client(HttpServerConfig config) throws IOException {
    if (server.isEmpty()) {
      server = Optional.of(HttpServer.start(loops, config, Optional.empty(), this::handle));
    }
    return new RawClient(server.get().port());
  }

  /** A test shortens only one of them, so that a slow machine does not exceed another. */
  private static HttpServerConfig timeouts(Duration head, Duration idle, Duration body) {
    return HttpServerConfig.defaults("127.0.0.1", 0)
        .withTimeouts(new HttpTimeouts(head, idle, body, 16, Duration.ofSeconds(2)));
  }

  private void handle(HttpExchange exchange) {
    try {
      answer(exchange);
    } catch (AumbryException e) {
      failures.post(e.code());
      throw e;
    }
  }

  private void answer(HttpExchange exchange) {
    String path = exchange.request().path();
    switch (path) {
      case "/echo" -> {
        try (Body body = Body.readFully(exchange.body())) {
          exchange.respond(ok(), body.retain());
        }
      }
      case "/count" -> {
        for (var b = exchange.body().next(); b.isPresent(); b = exchange.body().next()) {
          bodyBytes.addAndGet(b.get().size());
          b.get().close();
        }
        exchange.respond(ok(), text(Long.toString(bodyBytes.get())));
      }
      case "/refuse" -> exchange.respond(new HttpResponse(413, headers()), text("too large"));
      case "/held" -> {
        gate.take();
        exchange.respond(ok(), text("held"));
      }
      case "/large" -> {
        ByteSink sink = exchange.respond(ok(), 64L << 20);
        for (int i = 0; i < 64 * 16; i++) {
          sink.write(HeapBuffer.copyOf(new byte[64 * 1024]));
          bodyBytes.addAndGet(64 * 1024);
        }
      }
      case "/size" -> exchange.respond(ok(), 12345L);
      case "/half" -> exchange.respond(ok(), 100L).write(HeapBuffer.copyOf(new byte[50]));
      case "/throw" -> throw new IllegalStateException("a test's");
      case "/nothing" -> {
        // sends no response
      }
      default ->
          exchange.respond(
              ok(),
              text(exchange.request().method() + " " + path + "?" + exchange.request().query()));
    }
  }

  private static HttpResponse ok() {
    return new HttpResponse(200, headers());
  }

  private static HttpHeaders headers() {
    return HttpHeaders.builder().add("X-Test", "yes").build();
  }

  private static Body text(String text) {
    return Body.of(HeapBuffer.copyOf(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
  }

  @Test
  void aConnectionServesManyRequests() throws IOException {
    try (RawClient client = client()) {
      for (int i = 0; i < 100; i++) {
        Response response = client.send(get("/p" + i + "?q=" + i)).response();
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("GET /p" + i + "?q=" + i);
        assertThat(response.header("x-test")).isEqualTo("yes");
        assertThat(response.header("date")).endsWith("GMT");
      }
    }
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws IOException {
    try (RawClient client = client()) {
      client.send(
          get("/held")
              + "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
              + get("/last"));
      gate.post(true);
      assertThat(client.response().body()).isEqualTo("held");
      assertThat(client.response().body()).isEqualTo("abc");
      assertThat(client.response().body()).startsWith("GET /last");
    }
  }

  @Test
  void anyNumberOfPipelinedRequestsIsAnswered() throws IOException {
    try (RawClient client = client()) {
      int count = 1_000;
      StringBuilder all = new StringBuilder(get("/held"));
      for (int i = 0; i < count; i++) {
        all.append(get("/" + i));
      }
      client.send(all.toString());
      gate.post(true);
      assertThat(client.response().body()).isEqualTo("held");
      for (int i = 0; i < count; i++) {
        assertThat(client.response().body()).startsWith("GET /" + i + "?");
      }
    }
  }

  @Test
  void pipelinedRequestsWaitUnread() throws Exception {
    try (RawClient client = client()) {
      client.send(get("/held"));
      int count = 8_000;
      String next = "/next?" + "x".repeat(1_000);
      Thread sender =
          Thread.ofVirtual()
              .start(() -> {
                for (int i = 0; i < count / 100; i++) {
                  sendQuietly(client, get(next).repeat(100));
                }
              });
      HttpServer started = server.orElseThrow();
      await().until(() -> started.figures().received() > 1_000);
      settle(() -> started.figures().received());
      assertThat(started.figures().received()).isLessThan(2L << 20);
      gate.post(true);
      assertThat(client.response().body()).isEqualTo("held");
      for (int i = 0; i < count; i++) {
        assertThat(client.response().body()).startsWith("GET /next");
      }
      sender.join();
    }
  }

  private static void sendQuietly(RawClient client, String text) {
    try {
      client.send(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until several reads of a number agree. */
  private static void settle(LongSupplier number) {
    AtomicLong before = new AtomicLong(-1);
    AtomicInteger same = new AtomicInteger();
    await()
        .until(() -> {
          boolean still = before.getAndSet(number.getAsLong()) == number.getAsLong();
          return (still ? same.incrementAndGet() : same.getAndSet(0)) > 3;
        });
  }

  @Test
  void chunkedBodiesAreRead() throws IOException {
    try (RawClient client = client()) {
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send("3\r\nabc\r\n").send("5;x=y\r\ndefgh\r\n0\r\n\r\n");
      assertThat(client.response().body()).isEqualTo("abcdefgh");
      assertThat(client.send(get("/next")).response().status()).isEqualTo(200);
    }
  }

  @Test
  void brokenChunkingIsAnError() throws IOException {
    try (RawClient client = client()) {
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc");
      assertThat(failures.take()).isEqualTo(ErrorCode.MALFORMED_REQUEST);
      assertThat(client.response().status()).isEqualTo(500);
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void continueIsSentAtTheFirstRead() throws IOException {
    try (RawClient client = client()) {
      client.send(
          "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
      assertThat(client.response().status()).isEqualTo(100);
      assertThat(client.send("abc").response().body()).isEqualTo("abc");
      assertThat(client.send(get("/next")).response().status()).isEqualTo(200);
    }
  }

  @Test
  void aFinalErrorComesInsteadOfContinueAndCloses() throws IOException {
    try (RawClient client = client()) {
      client.send(
          "POST /refuse HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n");
      Response response = client.response();
      assertThat(response.status()).isEqualTo(413);
      assertThat(response.header("connection")).isEqualTo("close");
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void aSmallUnreadBodyDoesNotEndTheConnection() throws IOException {
    try (RawClient client = client()) {
      client.send("POST /refuse HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde");
      assertThat(client.response().status()).isEqualTo(413);
      assertThat(client.send(get("/next")).response().body()).startsWith("GET /next");
    }
  }

  @Test
  void aLargeUnreadBodyEndsTheConnectionAfterTheAnswer() throws IOException {
    try (RawClient client = client()) {
      client.send("POST /refuse HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\nabcde");
      Response response = client.response();
      assertThat(response.status()).isEqualTo(413);
      assertThat(response.header("connection")).isEqualTo("close");
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void headHasLengthButNoBody() throws IOException {
    try (RawClient client = client()) {
      Response response = client.send("HEAD /size HTTP/1.1\r\nHost: x\r\n\r\n").response(false);
      assertThat(response.header("content-length")).isEqualTo("12345");
      assertThat(client.send(get("/next")).response().body()).startsWith("GET /next");
    }
  }

  @Test
  void aResponseThatIsCutShortEndsTheConnection() throws IOException {
    try (RawClient client = client()) {
      client.send(get("/half"));
      List<Object> seen = new ArrayList<>();
      try {
        Response response = client.response();
        seen.add(response.body().length());
      } catch (IOException e) {
        seen.add(0);
      }
      assertThat(seen).doesNotContain(100);
      assertThat(client.isClosed()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/throw", "/nothing"})
  void aHandlerThatDoesNotAnswerIs500(String path) throws IOException {
    try (RawClient client = client()) {
      assertThat(client.send(get(path)).response().status()).isEqualTo(500);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3, 3\r\n\r\nabc",
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: +3\r\n\r\nabc",
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3a\r\n\r\nabc",
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\nabc",
        "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity\r\n\r\n",
        "POST /echo HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        "GET / HTTP/3.7\r\nHost: x\r\n\r\n",
        "get / HTTP/1.1\r\nHost: x\r\n\r\n",
        "G=T / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET nowhere HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n",
        "\u0016\u0003\u0001\u0000\r\n\r\n",
      })
  void whatCouldBeReadTwoWaysIsRefused(String request) throws IOException {
    try (RawClient client = client()) {
      client.send(request);
      assertError(client, 400);
    }
  }

  @Test
  void largeHeadersAreRefused() throws IOException {
    try (RawClient client = client()) {
      client.send("GET / HTTP/1.1\r\nHost: x\r\nX: " + "a".repeat(9000) + "\r\n\r\n");
      assertError(client, 431);
    }
  }

  @Test
  void anInvalidHeadRequestGetsNoBody() throws IOException {
    try (RawClient client = client()) {
      client.send("HEAD / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n");
      Response response = client.response(false);
      assertThat(response.status()).isEqualTo(400);
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void aLongRequestLineIsRefused() throws IOException {
    try (RawClient client = client()) {
      client.send("GET /" + "a".repeat(5000) + " HTTP/1.1\r\nHost: x\r\n\r\n");
      assertError(client, 414);
    }
  }

  private static void assertError(RawClient client, int status) throws IOException {
    Response response = client.response();
    assertThat(response.status()).isEqualTo(status);
    assertThat(response.header("connection")).isEqualTo("close");
    assertThat(response.header("content-type")).isEqualTo("text/plain");
    assertThat(response.body()).isNotEmpty();
    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void aHeadThatTakesTooLongIsRefused() throws IOException {
    try (RawClient client = client(timeouts(SHORT, LONG, LONG))) {
      client.send("GET / HTTP/1.1\r\nHos");
      assertError(client, 408);
    }
  }

  /** Pools and load balancers connect in advance. */
  @Test
  void aConnectionWithoutAByteIsIdleAndNotSlow() throws IOException {
    HttpServerConfig config = timeouts(SHORT, LONG, LONG);
    try (RawClient early = client(config);
        RawClient slow = client(config)) {
      slow.send("GET / HTTP/1.1\r\nHos");
      assertError(slow, 408);
      assertThat(early.send(get("/a")).response().status()).isEqualTo(200);
    }
  }

  @Test
  void aSilentConnectionIsClosed() throws IOException {
    try (RawClient client = client(timeouts(LONG, SHORT, LONG))) {
      assertThat(client.isClosed()).isTrue();
    }
  }

  /** Repeats if the machine was so slow that the connection was idle before its request. */
  @Test
  void anIdleConnectionIsClosed() {
    await()
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> {
          try (RawClient client = client(timeouts(LONG, SHORT, LONG))) {
            assertThat(client.send(get("/a")).response().status()).isEqualTo(200);
            assertThat(client.isClosed()).isTrue();
          }
        });
  }

  @Test
  void aBodyThatComesTooSlowlyIsRefused() throws IOException {
    try (RawClient client = client(timeouts(LONG, LONG, SHORT))) {
      client.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc");
      assertError(client, 408);
      assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_TOO_SLOW);
    }
  }

  @Test
  void aClientThatVanishesWithinItsBodyIsNoticed() throws IOException {
    try (RawClient client = client()) {
      client.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc");
      await().untilAsserted(() -> assertThat(bodyBytes.get()).isEqualTo(3));
    }
    assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
  }

  @Test
  void aClientThatDoesNotReadHoldsTheWriterBack() throws IOException {
    try (RawClient client = client()) {
      client.send(get("/large"));
      AtomicLong before = new AtomicLong(-1);
      AtomicInteger same = new AtomicInteger();
      await()
          .until(() -> {
            boolean still = before.getAndSet(bodyBytes.get()) == bodyBytes.get();
            return still && bodyBytes.get() > 0 && same.incrementAndGet() > 3;
          });
      assertThat(bodyBytes.get()).isLessThan(40L << 20);
    }
    assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
  }

  @Test
  void tooManyConnectionsAreClosedAtOnce() throws IOException {
    HttpServerConfig config =
        HttpServerConfig.defaults("127.0.0.1", 0).withClients(HttpServerConfig.Clients.peers(1));
    try (RawClient first = client(config)) {
      assertThat(first.send(get("/a")).response().status()).isEqualTo(200);
      try (RawClient second = client(config)) {
        assertThat(second.isClosed()).isTrue();
      }
      assertThat(server.orElseThrow().figures().refused()).isEqualTo(1);
      assertThat(first.send(get("/b")).response().status()).isEqualTo(200);
    }
  }

  @Test
  void aServerThatClosesLetsOpenRequestsFinish() throws Exception {
    try (RawClient client = client()) {
      client.send(get("/held"));
      await().until(() -> server.orElseThrow().figures().received() > 0);
      Thread closing = Thread.ofPlatform().start(() -> server.orElseThrow().close());
      gate.post(true);
      assertThat(client.response().body()).isEqualTo("held");
      assertThat(client.isClosed()).isTrue();
      closing.join();
    }
  }
}
