package io.aumbry.transport.http;

import static io.aumbry.protocol.runtime.Patience.await;
import static io.aumbry.transport.http.RawFrames.DATA;
import static io.aumbry.transport.http.RawFrames.END_HEADERS;
import static io.aumbry.transport.http.RawFrames.END_STREAM;
import static io.aumbry.transport.http.RawFrames.GET;
import static io.aumbry.transport.http.RawFrames.GO_AWAY;
import static io.aumbry.transport.http.RawFrames.HEADERS;
import static io.aumbry.transport.http.RawFrames.PING;
import static io.aumbry.transport.http.RawFrames.POST;
import static io.aumbry.transport.http.RawFrames.RST_STREAM;
import static io.aumbry.transport.http.RawFrames.SETTINGS;
import static io.aumbry.transport.http.RawFrames.WINDOW_UPDATE;
import static io.aumbry.transport.http.RawFrames.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.RawFrames.Frame;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.RawClient;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clients that start requests only to have them reset: by their own reset (CVE-2023-44487), or by
 * an error that makes the server reset the stream (MadeYouReset, CVE-2025-8671).
 */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class Http2ResetsTest {
  private static final int ENHANCE_YOUR_CALM = 0xb;
  private static final int REFUSED_STREAM = 0x7;
  private static final int CANCEL = 0x8;
  private static final int PRIORITY = 2;
  private static final int WHOLE = END_HEADERS | END_STREAM;

  /** Limit of resets on a connection, sent and received together. */
  private static final int BOUND = 2_000;

  private static final int MAX_STREAMS = 100;
  private static final int BATCH = 50;

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final Queue<Mailbox<Boolean>> held = new ConcurrentLinkedQueue<>();
  private final AtomicInteger working = new AtomicInteger();
  private final AtomicInteger mostWorking = new AtomicInteger();
  private final HttpServer server =
      HttpServer.start(
          loops, HttpServerConfig.defaults("127.0.0.1", 0), Optional.empty(), this::handle);

  @AfterEach
  void stop() {
    release();
    await().until(() -> working.get() == 0);
    server.close();
    loops.close();
  }

  /** The handler of a request for the root runs until it is released. */
  private void handle(HttpExchange exchange) {
    if (exchange.request().path().equals("/")) {
      mostWorking.accumulateAndGet(working.incrementAndGet(), Math::max);
      Mailbox<Boolean> gate = new Mailbox<>();
      held.add(gate);
      gate.take();
      working.decrementAndGet();
    }
    exchange.respond(
        new HttpResponse(200, HttpHeaders.builder().build()),
        Body.of(HeapBuffer.copyOf("ok".getBytes(StandardCharsets.US_ASCII))));
  }

  private void release() {
    for (Mailbox<Boolean> gate = held.poll(); gate != null; gate = held.poll()) {
      gate.post(true);
    }
  }

  /** Frames that start one request and have it reset. */
  interface Attack {
    void on(RawFrames client, int stream) throws IOException;
  }

  static Stream<Arguments> attacks() {
    byte[] oneByte = RawFrames.joined(POST, RawFrames.field("content-length", "1"));
    byte[] late = RawFrames.field("late", "yes");
    return Stream.of(
        of("a reset", GET, WHOLE, (c, id) -> c.send(RST_STREAM, 0, id, number(CANCEL))),
        of(
            "data behind a reset",
            POST,
            END_HEADERS,
            (c, id) -> c.send(RST_STREAM, 0, id, number(CANCEL)).send(DATA, 0, id, new byte[1])),
        of("an empty window", GET, WHOLE, (c, id) -> c.send(WINDOW_UPDATE, 0, id, number(0))),
        of(
            "a window too large",
            GET,
            WHOLE,
            (c, id) -> c.send(WINDOW_UPDATE, 0, id, number(Integer.MAX_VALUE))),
        of(
            "a stream that depends on itself",
            GET,
            WHOLE,
            (c, id) -> c.send(PRIORITY, 0, id, RawFrames.joined(number(id), new byte[1]))),
        of("a priority of four bytes", GET, WHOLE, (c, id) -> c.send(PRIORITY, 0, id, number(1))),
        of("data behind the end", GET, WHOLE, (c, id) -> c.send(DATA, 0, id, new byte[1])),
        of("headers behind the end", GET, WHOLE, (c, id) -> c.send(HEADERS, WHOLE, id, late)),
        of(
            "trailers that do not end",
            POST,
            END_HEADERS,
            (c, id) -> c.send(HEADERS, END_HEADERS, id, late)),
        of("more data than said", oneByte, END_HEADERS, (c, id) -> c.send(DATA, 0, id, GET)),
        of(
            "less data than said",
            oneByte,
            END_HEADERS,
            (c, id) -> c.send(DATA, END_STREAM, id, new byte[0])),
        of("a malformed request", late, WHOLE, (c, id) -> {}));
  }

  private static Arguments of(String name, byte[] request, int flags, Attack offence) {
    Attack whole =
        (client, stream) -> {
          client.send(HEADERS, flags, stream, request);
          offence.on(client, stream);
        };
    return arguments(name, whole);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void resetsEndTheirConnectionAndDenyNoOtherService(String name, Attack attack)
      throws IOException {
    try (RawFrames attacker = new RawFrames(server.port());
        RawClient other = new RawClient(server.port())) {
      int streams = 0;
      Frame last;
      do {
        last = batch(attacker, attack, streams);
        streams += BATCH;
        assertServes(other);
      } while (last.type() == PING && streams < 2 * BOUND);
      assertThat(last.type()).as("%d streams", streams).isEqualTo(GO_AWAY);
      assertThat(last.errorCode()).isEqualTo(ENHANCE_YOUR_CALM);
      assertThat(streams).isLessThanOrEqualTo(BOUND + BATCH);
      assertThat(mostWorking.get()).isLessThanOrEqualTo(MAX_STREAMS);
    }
  }

  /** Also holds on a machine so slow that the limit of resets is never reached. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void fewerResetsStartNoMoreHandlersThanStreams(String name, Attack attack) throws IOException {
    try (RawFrames attacker = new RawFrames(server.port());
        RawClient other = new RawClient(server.port())) {
      for (int streams = 0; streams < 4 * MAX_STREAMS; streams += BATCH) {
        assertThat(batch(attacker, attack, streams).type()).isEqualTo(PING);
        assertServes(other);
      }
      assertThat(mostWorking.get()).isLessThanOrEqualTo(MAX_STREAMS);
    }
  }

  /** Attacks on many streams, and returns the server's answer after it has read all of them. */
  private static Frame batch(RawFrames attacker, Attack attack, int streams) throws IOException {
    try {
      for (int i = streams; i < streams + BATCH; i++) {
        attack.on(attacker, 2 * i + 1);
      }
      attacker.send(PING, 0, 0, new byte[8]);
    } catch (SocketException closed) {
      // The reason is read next.
    }
    return attacker.pongOrFarewell();
  }

  private static void assertServes(RawClient client) throws IOException {
    client.send("GET /other HTTP/1.1\r\nHost: x\r\n\r\n");
    assertThat(client.response().body()).isEqualTo("ok");
  }

  @Test
  void aStreamCountsUntilItsHandlerHasEnded() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      for (int i = 0; i < MAX_STREAMS; i++) {
        client.send(HEADERS, WHOLE, 2 * i + 1, GET);
        client.send(RST_STREAM, 0, 2 * i + 1, number(CANCEL));
      }
      await().until(() -> working.get() == MAX_STREAMS);
      int refused = 2 * MAX_STREAMS + 1;
      client.send(HEADERS, WHOLE, refused, GET);
      Frame reset = client.next(RST_STREAM);
      assertThat(reset.stream()).isEqualTo(refused);
      assertThat(reset.errorCode()).isEqualTo(REFUSED_STREAM);
      release();
      await().until(() -> working.get() == 0);
      client.send(HEADERS, WHOLE, refused + 2, GET);
      await().until(() -> working.get() == 1);
      release();
      assertThat(client.body()).isEqualTo("ok");
    }
  }

  /** A client keeps sending until it receives the reset (RFC 9113, section 5.1). */
  @Test
  void dataAfterAServersResetIsNoFurtherOffence() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      byte[] other = {(byte) 0x83, 0x04, 2, '/', 'o', (byte) 0x86, 0x41, 1, 'x'};
      client.send(HEADERS, END_HEADERS, 1, other);
      assertThat(client.next(RST_STREAM).stream()).isEqualTo(1);
      for (int i = 0; i < 2 * BOUND; i++) {
        client.send(DATA, 0, 1, new byte[1]);
      }
      client.send(PING, 0, 0, new byte[8]);
      assertThat(client.pongOrFarewell().type()).isEqualTo(PING);
    }
  }

  @Test
  void aGoAwayRevealsOnlyItsCode() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      client.send(SETTINGS, 0, 1, new byte[0]);
      assertThat(client.next(GO_AWAY).payload()).hasSize(8);
    }
  }
}
