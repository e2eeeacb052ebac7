package io.aumbry.transport.http;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.RawFrames.Frame;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(LeakCheck.class)
@Timeout(300)
final class Http2LimitsTest {
  private static final int NO_ERROR = 0;
  private static final int PROTOCOL_ERROR = 0x1;
  private static final int CANCEL = 0x8;
  private static final int END = RawFrames.END_HEADERS | RawFrames.END_STREAM;

  private static final Duration LONG = Duration.ofMinutes(5);

  /** The first request of a connection must also arrive within this time. */
  private static final Duration HEAD = Duration.ofSeconds(2);

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final Mailbox<ErrorCode> failures = new Mailbox<>();
  private final Mailbox<Boolean> gate = new Mailbox<>();
  private final AtomicInteger held = new AtomicInteger();
  private HttpServer server = start(LONG, LONG);

  @AfterEach
  void stop() {
    gate.post(true);
    server.close();
    loops.close();
  }

  private HttpServer start(Duration head, Duration body) {
    HttpTimeouts timeouts = new HttpTimeouts(head, LONG, body, 16, Duration.ofSeconds(2));
    return HttpServer.start(
        loops,
        HttpServerConfig.defaults("127.0.0.1", 0).withTimeouts(timeouts),
        Optional.empty(),
        this::handle);
  }

  private void restart(Duration head, Duration body) {
    server.close();
    server = start(head, body);
  }

  private void handle(HttpExchange exchange) {
    HttpResponse ok = new HttpResponse(200, HttpHeaders.builder().build());
    if (exchange.request().path().equals("/held")) {
      held.incrementAndGet();
      gate.take();
    }
    try (Body body = Body.readFully(exchange.body())) {
      exchange.respond(ok, body.retain());
    } catch (AumbryException e) {
      failures.post(e.code());
      throw e;
    }
  }

  @Test
  void headersThatAreTooLargeGetAnAnswerAndTheConnectionGoesOn() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      byte[] large = RawFrames.field("x", "a".repeat(8500));
      client.send(RawFrames.HEADERS, END, 1, RawFrames.joined(RawFrames.GET, large));
      assertThat(client.next(RawFrames.HEADERS).payload()).contains("431");
      assertThat(client.next(RawFrames.DATA).payload()).contains("8192 bytes");
      client.send(RawFrames.HEADERS, RawFrames.END_HEADERS, 3, RawFrames.POST);
      client.send(RawFrames.DATA, RawFrames.END_STREAM, 3, new byte[] {'h', 'i'});
      assertThat(client.body()).isEqualTo("hi");
    }
  }

  @ParameterizedTest
  @CsvSource({"Upper, x", "connection, close", "te, gzip", ":path, /other", ":unknown, x"})
  void aMalformedRequestResetsItsStreamAndTheConnectionGoesOn(String name, String value)
      throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      byte[] wrong = RawFrames.field(name, value);
      client.send(RawFrames.HEADERS, END, 1, RawFrames.joined(RawFrames.GET, wrong));
      assertProtocolError(client);
    }
  }

  @Test
  void aRequestWithoutPathResetsItsStreamAndTheConnectionGoesOn() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      client.send(RawFrames.HEADERS, END, 1, new byte[] {(byte) 0x82, (byte) 0x86, 0x41, 1, 'x'});
      assertProtocolError(client);
    }
  }

  private static void assertProtocolError(RawFrames client) throws IOException {
    Frame reset = client.next(RawFrames.RST_STREAM);
    assertThat(reset.stream()).isEqualTo(1);
    assertThat(reset.errorCode()).isEqualTo(PROTOCOL_ERROR);
    client.send(RawFrames.HEADERS, RawFrames.END_HEADERS, 3, RawFrames.POST);
    client.send(RawFrames.DATA, RawFrames.END_STREAM, 3, new byte[] {'h', 'i'});
    assertThat(client.body()).isEqualTo("hi");
  }

  @Test
  void continueIsExpectedInAnyCase() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      byte[] expect = RawFrames.field("expect", "100-Continue");
      client.send(
          RawFrames.HEADERS, RawFrames.END_HEADERS, 1, RawFrames.joined(RawFrames.POST, expect));
      assertThat(client.next(RawFrames.HEADERS).payload()).contains("100");
      client.send(RawFrames.DATA, RawFrames.END_STREAM, 1, new byte[] {'h', 'i'});
      assertThat(client.body()).isEqualTo("hi");
    }
  }

  @Test
  void aBodyThatComesTooSlowlyIsRefusedAndReset() throws IOException {
    restart(LONG, Duration.ofMillis(400));
    try (RawFrames client = new RawFrames(server.port())) {
      client.send(RawFrames.HEADERS, RawFrames.END_HEADERS, 1, RawFrames.POST);
      client.send(RawFrames.DATA, 0, 1, new byte[3]);
      assertThat(client.next(RawFrames.HEADERS).payload()).contains("408");
      Frame reset = client.next(RawFrames.RST_STREAM);
      assertThat(reset.stream()).isEqualTo(1);
      assertThat(reset.errorCode()).isEqualTo(NO_ERROR);
      assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_TOO_SLOW);
      assertThat(server.figures().timedOut()).isEqualTo(1);
    }
  }

  @Test
  void aFrameThatIsNeverWholeEndsItsConnection() throws IOException {
    restart(HEAD, LONG);
    try (RawFrames client = new RawFrames(server.port())) {
      hold(client);
      client.raw((byte) 0, (byte) 0, (byte) 100, (byte) RawFrames.HEADERS);
      client.raw((byte) END, (byte) 0, (byte) 0, (byte) 0, (byte) 3, (byte) 0x82);
      assertEnds(client);
    }
  }

  @Test
  void aHeaderBlockThatIsNeverWholeEndsItsConnection() throws IOException {
    restart(HEAD, LONG);
    try (RawFrames client = new RawFrames(server.port())) {
      hold(client);
      client.send(RawFrames.HEADERS, RawFrames.END_STREAM, 3, RawFrames.GET);
      assertEnds(client);
    }
  }

  /** Keeps a request open, so that the connection is not idle. */
  private void hold(RawFrames client) throws IOException {
    byte[] path = {(byte) 0x82, 0x04, 5, '/', 'h', 'e', 'l', 'd', (byte) 0x86, 0x41, 1, 'x'};
    client.send(RawFrames.HEADERS, END, 1, path);
    await().until(() -> held.get() == 1);
  }

  private void assertEnds(RawFrames client) {
    assertThatThrownBy(() -> client.next(RawFrames.DATA))
        .isInstanceOfAny(EOFException.class, SocketException.class);
    assertThat(server.figures().timedOut()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({RawFrames.SETTINGS + ", 0", RawFrames.PING + ", 8"})
  void aFloodThatReadsNoAnswersEndsTheConnection(byte type, byte length) throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      byte[] many = new byte[(9 + length) * 1000];
      for (int at = 0; at < many.length; at += 9 + length) {
        many[at + 2] = length;
        many[at + 3] = type;
      }
      assertThatThrownBy(
              () -> {
                while (true) {
                  client.raw(many);
                }
              })
          .isInstanceOf(SocketException.class);
    }
  }

  @Test
  void unreadBytesOfAResetStreamAreReleased() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      byte[] path = {(byte) 0x83, 0x04, 5, '/', 'h', 'e', 'l', 'd', (byte) 0x86, 0x41, 1, 'x'};
      client.send(RawFrames.HEADERS, RawFrames.END_HEADERS, 1, path);
      client.send(RawFrames.DATA, 0, 1, "abc".getBytes(StandardCharsets.US_ASCII));
      await().until(() -> held.get() == 1);
      client.send(RawFrames.RST_STREAM, 0, 1, new byte[] {0, 0, 0, CANCEL});
      client.send(RawFrames.PING, 0, 0, new byte[8]);
      client.next(RawFrames.PING);
      gate.post(true);
      assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
    }
  }
}
