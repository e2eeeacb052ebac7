package io.aumbry.transport.http;

import static io.aumbry.transport.http.RawFrames.END_HEADERS;
import static io.aumbry.transport.http.RawFrames.END_STREAM;
import static io.aumbry.transport.http.RawFrames.GET;
import static io.aumbry.transport.http.RawFrames.HEADERS;
import static io.aumbry.transport.http.RawFrames.POST;
import static io.aumbry.transport.http.RawFrames.SETTINGS;
import static io.aumbry.transport.http.RawFrames.STREAM_WINDOW;
import static io.aumbry.transport.http.RawFrames.WINDOW;
import static io.aumbry.transport.http.RawFrames.WINDOW_UPDATE;
import static io.aumbry.transport.http.RawFrames.number;
import static io.aumbry.transport.http.RawFrames.setting;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A small and an earlier large response on one connection. */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class Http2InterleavingTest {
  private static final int LARGE = 4 << 20;
  private static final int SMALL = 4096;

  private static final int MORE = 100_000;

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final HttpServer server =
      HttpServer.start(
          loops,
          HttpServerConfig.defaults("127.0.0.1", 0),
          Optional.empty(),
          Http2InterleavingTest::answer);

  @AfterEach
  void stop() {
    server.close();
    loops.close();
  }

  private static void answer(HttpExchange exchange) {
    int size = exchange.request().method().equals("GET") ? LARGE : SMALL;
    exchange.respond(
        new HttpResponse(200, HttpHeaders.builder().build()),
        Body.of(HeapBuffer.copyOf(new byte[size])));
  }

  @Test
  void aSmallAnswerOvertakesALargeOneThatIsBeingSent() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      client.send(SETTINGS, 0, 0, setting(STREAM_WINDOW, LARGE));
      client.send(HEADERS, END_HEADERS | END_STREAM, 1, GET);
      client.take(WINDOW);

      client.send(HEADERS, END_HEADERS | END_STREAM, 3, POST);
      // Its DATA is queued in the same turn of the loop.
      assertThat(client.headersBeforeData().stream()).isEqualTo(3);
      client.send(WINDOW_UPDATE, 0, 0, number(MORE));
      assertThat(client.othersUntilEnd(3)).isLessThanOrEqualTo(MORE / 2);
    }
  }
}
