package io.aumbry.transport.http;

import static io.aumbry.protocol.runtime.Patience.await;
import static io.aumbry.transport.http.RawFrames.DATA;
import static io.aumbry.transport.http.RawFrames.END_HEADERS;
import static io.aumbry.transport.http.RawFrames.END_STREAM;
import static io.aumbry.transport.http.RawFrames.HEADERS;
import static io.aumbry.transport.http.RawFrames.POST;
import static io.aumbry.transport.http.RawFrames.RST_STREAM;
import static io.aumbry.transport.http.RawFrames.WINDOW;
import static io.aumbry.transport.http.RawFrames.WINDOW_UPDATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.RawFrames.Frame;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.http2.Http2Config;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A node connection with unread bytes. It continues while some of its streams stall, so its window
 * does not limit its unread bytes.
 */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class Http2UnreadTest {
  private static final int REFUSED_STREAM = 0x7;

  /**
   * Size of a body: less than half a window, after which the window is renewed, and two frames of
   * the default size.
   */
  private static final int SIZE = 30_000;

  /** This number of bodies exceeds 16 windows, and one less does not. */
  private static final int TOO_MANY = 16 * WINDOW / SIZE + 1;

  private static final Http2Config SMALL =
      new Http2Config(
          WINDOW,
          WINDOW,
          WINDOW,
          new Http2Config.Unsent(1 << 20, Http2Config.Unsent.Bound.TIME),
          1024,
          Http2Config.Headers.defaults(),
          Duration.ofMillis(50));

  private final Queue<Mailbox<Boolean>> held = new ConcurrentLinkedQueue<>();
  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final HttpServer server =
      HttpServer.start(
          loops,
          new HttpServerConfig(
              "127.0.0.1",
              0,
              HttpLimits.defaults(),
              HttpTimeouts.defaults(),
              SMALL,
              HttpServerConfig.Protocols.NODE,
              HttpServerConfig.Clients.peers(16)),
          Optional.empty(),
          this::answer);

  /** The window of the connection at the server. */
  private int window = WINDOW;

  @AfterEach
  void stop() {
    release();
    server.close();
    loops.close();
  }

  /** Reads nothing until it is released. */
  private void answer(HttpExchange exchange) {
    Mailbox<Boolean> gate = new Mailbox<>();
    held.add(gate);
    gate.take();
    try (Body body = Body.readFully(exchange.body())) {
      exchange.respond(new HttpResponse(200, HttpHeaders.builder().build()), body.retain());
    }
  }

  private void release() {
    held.forEach(gate -> gate.post(true));
  }

  private void post(RawFrames client, int stream) throws IOException {
    while (window < SIZE) {
      Frame more = client.next(WINDOW_UPDATE);
      assertThat(more.stream()).isZero();
      window += ByteBuffer.wrap(more.payload().getBytes(StandardCharsets.ISO_8859_1)).getInt();
    }
    window -= SIZE;
    client.send(HEADERS, END_HEADERS, stream, POST);
    client.send(DATA, 0, stream, new byte[SIZE / 2]);
    client.send(DATA, END_STREAM, stream, new byte[SIZE / 2]);
  }

  @Test
  void whileTooMuchIsUnreadNewStreamsAreRefusedAndTheConnectionStays() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      for (int i = 0; i < TOO_MANY; i++) {
        post(client, 2 * i + 1);
      }
      await().until(() -> held.size() == TOO_MANY);

      int next = 2 * TOO_MANY + 1;
      client.send(HEADERS, END_HEADERS | END_STREAM, next, POST);
      Frame refused = client.next(RST_STREAM);
      assertThat(refused.stream()).isEqualTo(next);
      assertThat(refused.errorCode()).isEqualTo(REFUSED_STREAM);
      assertThat(held).hasSize(TOO_MANY);

      release();
      int first = client.next(HEADERS).stream();
      client.send(HEADERS, END_HEADERS | END_STREAM, next + 2, POST);
      await().until(() -> held.size() == TOO_MANY + 1);
      assertThat(first).isLessThan(next);
    }
  }
}
