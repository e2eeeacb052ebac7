package io.aumbry.transport.http;

import static io.aumbry.protocol.runtime.Patience.await;
import static io.aumbry.transport.http.RawFrames.DATA;
import static io.aumbry.transport.http.RawFrames.END_HEADERS;
import static io.aumbry.transport.http.RawFrames.END_STREAM;
import static io.aumbry.transport.http.RawFrames.GET;
import static io.aumbry.transport.http.RawFrames.HEADERS;
import static io.aumbry.transport.http.RawFrames.PING;
import static io.aumbry.transport.http.RawFrames.POST;
import static io.aumbry.transport.http.RawFrames.RST_STREAM;
import static io.aumbry.transport.http.RawFrames.SETTINGS;
import static io.aumbry.transport.http.RawFrames.STREAM_WINDOW;
import static io.aumbry.transport.http.RawFrames.WINDOW_UPDATE;
import static io.aumbry.transport.http.RawFrames.number;
import static io.aumbry.transport.http.RawFrames.setting;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A handler produces no content while the window of its stream is 0. */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class ShutWindowTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int SIZE = 100;

  /** As {@link RawFrames#GET}, with the method as a literal. */
  private static final byte[] HEAD = {
    0x02, 4, 'H', 'E', 'A', 'D', (byte) 0x84, (byte) 0x86, 0x41, 1, 'x'
  };

  private static final int CANCEL = 0x8;
  private static final int ENHANCE_YOUR_CALM = 0xb;
  private static final int WHOLE = END_HEADERS | END_STREAM;

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final Mailbox<Claimant> claimants = new Mailbox<>();
  private final Mailbox<ErrorCode> failures = new Mailbox<>();
  private final AtomicInteger produced = new AtomicInteger();
  private HttpServer server = start(LONG);
  private RawFrames client = new RawFrames(server.port());

  ShutWindowTest() throws IOException {}

  private HttpServer start(Duration idle) {
    HttpTimeouts timeouts = new HttpTimeouts(LONG, idle, LONG, 16, Duration.ofSeconds(2));
    return HttpServer.start(
        loops,
        HttpServerConfig.defaults("127.0.0.1", 0).withTimeouts(timeouts),
        Optional.empty(),
        this::handle);
  }

  @BeforeEach
  void shut() throws IOException {
    client.send(SETTINGS, 0, 0, setting(STREAM_WINDOW, 0));
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
    loops.close();
  }

  private void handle(HttpExchange exchange) {
    claimants.post(exchange.claimant());
    try {
      Body.readFully(exchange.body()).close();
      HttpResponse ok = new HttpResponse(200, HttpHeaders.builder().build());
      ByteSink sink = exchange.respond(ok, exchange.request().method().equals("HEAD") ? 0 : SIZE);
      produced.incrementAndGet();
      if (!exchange.request().method().equals("HEAD")) {
        sink.write(HeapBuffer.copyOf(new byte[SIZE]));
      }
    } catch (AumbryException e) {
      failures.post(e.code());
      throw e;
    }
  }

  /** Sends the head; the handler then waits. */
  private Claimant begin(int stream) throws IOException {
    client.send(HEADERS, WHOLE, stream, GET);
    assertThat(client.next(HEADERS).stream()).isEqualTo(stream);
    Claimant claimant = claimants.take();
    await().until(() -> claimant.stalledNanos() > 0);
    assertThat(claimant.admitsBytes()).isFalse();
    return claimant;
  }

  private void requireContent(int stream) throws IOException {
    assertThat(client.next(DATA).stream()).isEqualTo(stream);
    assertThat(produced).hasValue(1);
  }

  @Test
  void aWindowUpdateOfTheStreamLetsContentFlow() throws IOException {
    Claimant claimant = begin(1);
    client.send(WINDOW_UPDATE, 0, 1, number(SIZE));
    requireContent(1);
    assertThat(claimant.admitsBytes()).isTrue();
  }

  @Test
  void newSettingsLetContentFlow() throws IOException {
    begin(1);
    client.send(SETTINGS, 0, 0, setting(STREAM_WINDOW, SIZE));
    requireContent(1);
  }

  @Test
  void updatesOfTheConnectionAndOfOtherStreamsLetNothingFlow() throws IOException {
    begin(1);
    begin(3);
    client.send(WINDOW_UPDATE, 0, 0, number(SIZE));
    client.send(PING, 0, 0, new byte[8]);
    client.pongOrFarewell();
    assertThat(produced).hasValue(0);
    client.send(WINDOW_UPDATE, 0, 3, number(SIZE));
    requireContent(3);
  }

  @Test
  void anAnswerWithoutContentNeedsNoWindow() throws IOException {
    client.send(HEADERS, WHOLE, 1, HEAD);
    assertThat(client.next(HEADERS).ends()).isTrue();
    await().untilAsserted(() -> assertThat(produced).hasValue(1));
  }

  @Test
  void aStreamThatIsResetWaitsNoLonger() throws IOException {
    begin(1);
    client.send(RST_STREAM, 0, 1, number(CANCEL));
    assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
    assertThat(produced).hasValue(0);
  }

  @Test
  void aClientThatAdmitsNothingGivesWay() throws IOException {
    begin(1).giveWay("Others need the memory");
    assertThat(client.next(RST_STREAM).errorCode()).isEqualTo(ENHANCE_YOUR_CALM);
    assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
  }

  private void restart(Duration idle) throws IOException {
    client.close();
    server.close();
    server = start(idle);
    client = new RawFrames(server.port());
    shut();
  }

  /** There is no response that the client could take. */
  @Test
  void anUploadMayLastLongerThanTheTimeToTakeAResponse() throws IOException {
    Duration idle = Duration.ofMillis(1500);
    restart(idle);
    client.send(HEADERS, END_HEADERS, 1, POST);
    claimants.take();
    Mailbox<Boolean> late = new Mailbox<>();
    loops.carriers().getFirst().schedule(idle.multipliedBy(2), () -> late.post(true));
    late.take();
    client.send(DATA, END_STREAM, 1, new byte[SIZE]);
    client.send(WINDOW_UPDATE, 0, 1, number(SIZE));
    requireContent(1);
  }

  /** Repeats if the machine was so slow that the connection was idle before its request. */
  @Test
  void aWindowThatStaysShutTimesOut() {
    await()
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> {
          restart(Duration.ofSeconds(1));
          client.send(HEADERS, WHOLE, 1, GET);
          assertThat(client.next(HEADERS).stream()).isEqualTo(1);
          assertThat(client.next(RST_STREAM).errorCode()).isEqualTo(CANCEL);
        });
    assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
  }
}
