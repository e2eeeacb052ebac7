package io.aumbry.transport.http;

import static io.aumbry.transport.http.RawFrames.CONTINUATION;
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
import static io.aumbry.transport.http.RawFrames.setting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.RawFrames.Frame;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Violations of single clauses of RFC 9113. */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class Http2ClausesTest {
  private static final int PRIORITY = 2;
  private static final int PUSH_PROMISE = 5;
  private static final int UNKNOWN = 0x16;

  private static final int ACK = 1;
  private static final int PADDED = 8;
  private static final int WHOLE = END_HEADERS | END_STREAM;

  private static final int PROTOCOL_ERROR = 0x1;
  private static final int FLOW_CONTROL_ERROR = 0x3;
  private static final int STREAM_CLOSED = 0x5;
  private static final int FRAME_SIZE_ERROR = 0x6;
  private static final int COMPRESSION_ERROR = 0x9;

  private static final int MAX_WINDOW = Integer.MAX_VALUE;

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final HttpServer server =
      HttpServer.start(
          loops,
          HttpServerConfig.defaults("127.0.0.1", 0),
          Optional.empty(),
          Http2ClausesTest::echo);

  @AfterEach
  void stop() {
    server.close();
    loops.close();
  }

  private static void echo(HttpExchange exchange) {
    try (Body body = Body.readFully(exchange.body())) {
      exchange.respond(new HttpResponse(200, HttpHeaders.builder().build()), body.retain());
    }
  }

  /** A violation by a client. */
  interface Offence {
    void commit(RawFrames client) throws IOException;
  }

  private static Arguments of(String clause, int code, Offence offence) {
    return arguments(clause, code, offence);
  }

  private static Arguments passes(String clause, Offence none) {
    return arguments(clause, none);
  }

  static Stream<Arguments> framesOfStreams() {
    return Stream.of(
        of(
            "4.2 settings longer than a frame",
            FRAME_SIZE_ERROR,
            c -> c.send(SETTINGS, 0, 0, new byte[5])),
        of(
            "4.3 a header block that is none",
            COMPRESSION_ERROR,
            c -> c.send(HEADERS, WHOLE, 1, new byte[] {(byte) 0x82, (byte) 0xff, (byte) 0xff})),
        of(
            "5.1 data on an idle stream",
            PROTOCOL_ERROR,
            c -> c.send(DATA, END_STREAM, 1, new byte[1])),
        of(
            "5.1 a reset of an idle stream",
            PROTOCOL_ERROR,
            c -> c.send(RST_STREAM, 0, 1, number(0))),
        of(
            "5.1 a window for an idle stream",
            PROTOCOL_ERROR,
            c -> c.send(WINDOW_UPDATE, 0, 1, number(1))),
        of("5.1.1 a stream of the server's", PROTOCOL_ERROR, c -> c.send(HEADERS, WHOLE, 2, GET)),
        of("6.1 data of the connection", PROTOCOL_ERROR, c -> c.send(DATA, 0, 0, new byte[1])),
        of(
            "6.1 more padding than data",
            PROTOCOL_ERROR,
            c -> c.send(HEADERS, END_HEADERS, 1, POST).send(DATA, PADDED, 1, new byte[] {9, 1})),
        of("6.2 headers of the connection", PROTOCOL_ERROR, c -> c.send(HEADERS, WHOLE, 0, GET)),
        of(
            "6.2 more padding than headers",
            PROTOCOL_ERROR,
            c -> c.send(HEADERS, WHOLE | PADDED, 1, RawFrames.joined(new byte[] {100}, GET))),
        of(
            "6.4 a reset of the connection",
            PROTOCOL_ERROR,
            c -> c.send(RST_STREAM, 0, 0, number(0))),
        of(
            "6.4 a reset of three bytes",
            FRAME_SIZE_ERROR,
            c -> c.send(HEADERS, END_HEADERS, 1, POST).send(RST_STREAM, 0, 1, new byte[3])));
  }

  static Stream<Arguments> settings() {
    return Stream.of(
        of("6.5 settings of a stream", PROTOCOL_ERROR, c -> c.send(SETTINGS, 0, 1, setting(4, 9))),
        of(
            "6.5 an acknowledgement that says more",
            FRAME_SIZE_ERROR,
            c -> c.send(SETTINGS, ACK, 0, setting(4, 9))),
        of("6.5.2 push that is 2", PROTOCOL_ERROR, c -> c.send(SETTINGS, 0, 0, setting(2, 2))),
        of(
            "6.5.2 a window above its maximum",
            FLOW_CONTROL_ERROR,
            c -> c.send(SETTINGS, 0, 0, setting(4, -1))),
        of(
            "6.5.2 frames below the minimum",
            PROTOCOL_ERROR,
            c -> c.send(SETTINGS, 0, 0, setting(5, 16_383))));
  }

  static Stream<Arguments> otherFrames() {
    return Stream.of(
        of(
            "6.6 a promise of a client",
            PROTOCOL_ERROR,
            c ->
                c.send(HEADERS, END_HEADERS, 1, POST)
                    .send(PUSH_PROMISE, END_HEADERS, 1, RawFrames.joined(number(2), GET))),
        of("6.7 a ping of a stream", PROTOCOL_ERROR, c -> c.send(PING, 0, 1, new byte[8])),
        of("6.7 a ping of seven bytes", FRAME_SIZE_ERROR, c -> c.send(PING, 0, 0, new byte[7])),
        of("6.8 a farewell of a stream", PROTOCOL_ERROR, c -> c.send(GO_AWAY, 0, 1, new byte[8])),
        of(
            "6.9 a window of three bytes",
            FRAME_SIZE_ERROR,
            c -> c.send(WINDOW_UPDATE, 0, 0, new byte[3])),
        of(
            "6.9 a window that does not grow",
            PROTOCOL_ERROR,
            c -> c.send(WINDOW_UPDATE, 0, 0, number(0))),
        of(
            "6.9.1 a window above its maximum",
            FLOW_CONTROL_ERROR,
            c -> c.send(WINDOW_UPDATE, 0, 0, number(MAX_WINDOW))),
        of(
            "6.10 a continuation of nothing",
            PROTOCOL_ERROR,
            c -> c.send(CONTINUATION, END_HEADERS, 1, GET)),
        of(
            "6.10 a frame between headers",
            PROTOCOL_ERROR,
            c -> c.send(HEADERS, END_STREAM, 1, GET).send(PING, 0, 0, new byte[8])),
        of(
            "6.10 a continuation of another stream",
            PROTOCOL_ERROR,
            c -> c.send(HEADERS, END_STREAM, 1, GET).send(CONTINUATION, END_HEADERS, 3, GET)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"framesOfStreams", "settings", "otherFrames"})
  void endsTheConnection(String clause, int code, Offence offence) throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      offence.commit(client);
      assertThat(client.next(GO_AWAY).errorCode()).as(clause).isEqualTo(code);
    }
  }

  static Stream<Arguments> offencesOfStreams() {
    byte[] withoutScheme = {(byte) 0x82, (byte) 0x84, 0x41, 1, 'x'};
    return Stream.of(
        of(
            "5.1 data behind the end",
            STREAM_CLOSED,
            c ->
                c.send(HEADERS, END_HEADERS, 1, POST)
                    .send(DATA, END_STREAM, 1, new byte[1])
                    .send(DATA, END_STREAM, 1, new byte[1])),
        of(
            "6.9 a window that does not grow",
            PROTOCOL_ERROR,
            c -> c.send(HEADERS, END_HEADERS, 1, POST).send(WINDOW_UPDATE, 0, 1, number(0))),
        of(
            "6.9.1 a window above its maximum",
            FLOW_CONTROL_ERROR,
            c ->
                c.send(HEADERS, END_HEADERS, 1, POST)
                    .send(WINDOW_UPDATE, 0, 1, number(MAX_WINDOW))),
        of(
            "8.1 trailers that do not end",
            PROTOCOL_ERROR,
            c ->
                c.send(HEADERS, END_HEADERS, 1, POST)
                    .send(HEADERS, END_HEADERS, 1, RawFrames.field("late", "yes"))),
        of(
            "8.1.1 more data than said",
            PROTOCOL_ERROR,
            c ->
                c.send(HEADERS, END_HEADERS, 1, saying("1"))
                    .send(DATA, END_STREAM, 1, new byte[2])),
        of(
            "8.1.1 less data than said",
            PROTOCOL_ERROR,
            c ->
                c.send(HEADERS, END_HEADERS, 1, saying("3"))
                    .send(DATA, END_STREAM, 1, new byte[2])),
        of(
            "8.3 a field of a response",
            PROTOCOL_ERROR,
            c ->
                c.send(
                    HEADERS, WHOLE, 1, RawFrames.joined(GET, RawFrames.field(":status", "200")))),
        of(
            "8.3 a second method",
            PROTOCOL_ERROR,
            c ->
                c.send(
                    HEADERS, WHOLE, 1, RawFrames.joined(GET, RawFrames.field(":method", "GET")))),
        of("8.3.1 no scheme", PROTOCOL_ERROR, c -> c.send(HEADERS, WHOLE, 1, withoutScheme)));
  }

  private static byte[] saying(String length) {
    return RawFrames.joined(POST, RawFrames.field("content-length", length));
  }

  /** Only the stream ends; the connection continues. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("offencesOfStreams")
  void resetsTheStream(String clause, int code, Offence offence) throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      offence.commit(client);
      Frame reset = client.next(RST_STREAM);
      assertThat(reset.stream()).as(clause).isEqualTo(1);
      assertThat(reset.errorCode()).as(clause).isEqualTo(code);
      assertServes(client, 3);
    }
  }

  static Stream<Arguments> unknowns() {
    return Stream.of(
        passes(
            "4.1 a frame of a type that nobody knows", c -> c.send(UNKNOWN, 0xff, 0, new byte[9])),
        passes("5.3.2 a priority", c -> c.send(PRIORITY, 0, 9, new byte[] {0, 0, 0, 7, 1})),
        passes("6.5.2 a setting that nobody knows", c -> c.send(SETTINGS, 0, 0, setting(0xff, 3))),
        passes("6.7 a ping's answer to nothing", c -> c.send(PING, ACK, 0, new byte[8])),
        passes(
            "7 an error that nobody knows",
            c -> c.send(HEADERS, END_HEADERS, 1, POST).send(RST_STREAM, 0, 1, number(0xff))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unknowns")
  void isIgnored(String clause, Offence none) throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      none.commit(client);
      assertServes(client, 3);
    }
  }

  /** RFC 9113, 6.9.2: a stream with an empty window does not block others, and continues later. */
  @Test
  void anEmptyWindowStallsOnlyItsStream() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      client.send(SETTINGS, 0, 0, setting(4, 0));
      client.send(HEADERS, END_HEADERS, 1, POST).send(DATA, END_STREAM, 1, new byte[] {'a', 'b'});
      assertThat(client.next(HEADERS).stream()).isEqualTo(1);
      client.send(HEADERS, END_HEADERS, 3, POST).send(WINDOW_UPDATE, 0, 3, number(9));
      client.send(DATA, END_STREAM, 3, new byte[] {'c', 'd'});
      assertThat(client.body()).isEqualTo("cd");
      client.send(WINDOW_UPDATE, 0, 1, number(1));
      Frame first = client.next(DATA);
      assertThat(first.payload()).isEqualTo("a");
      assertThat(first.ends()).isFalse();
      client.send(WINDOW_UPDATE, 0, 1, number(1));
      assertThat(client.body()).isEqualTo("b");
    }
  }

  private static void assertServes(RawFrames client, int stream) throws IOException {
    client.send(HEADERS, END_HEADERS, stream, POST);
    client.send(DATA, END_STREAM, stream, new byte[] {'h', 'i'});
    Frame answer;
    do {
      answer = client.next(DATA);
    } while (answer.stream() != stream);
    assertThat(answer.payload()).isEqualTo("hi");
  }
}
