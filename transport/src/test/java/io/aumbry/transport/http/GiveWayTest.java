package io.aumbry.transport.http;

import static io.aumbry.protocol.runtime.Patience.await;
import static io.aumbry.transport.http.RawFrames.DATA;
import static io.aumbry.transport.http.RawFrames.END_HEADERS;
import static io.aumbry.transport.http.RawFrames.END_STREAM;
import static io.aumbry.transport.http.RawFrames.GET;
import static io.aumbry.transport.http.RawFrames.HEADERS;
import static io.aumbry.transport.http.RawFrames.POST;
import static io.aumbry.transport.http.RawFrames.RST_STREAM;
import static io.aumbry.transport.http.RawFrames.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.RawFrames.Frame;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.RawClient;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The response to a slow client when its request must give way to others. */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class GiveWayTest {
  private static final String REASON = "Others need the memory";
  private static final int NO_ERROR = 0;
  private static final int REFUSED_STREAM = 0x7;
  private static final int CANCEL = 0x8;
  private static final int ENHANCE_YOUR_CALM = 0xb;
  private static final int WHOLE = END_HEADERS | END_STREAM;
  private static final Duration BRIEF = Duration.ofSeconds(1);

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final Mailbox<Claimant> claimants = new Mailbox<>();
  private final Mailbox<ErrorCode> failures = new Mailbox<>();
  private final HttpServer server = start(config());

  private static HttpServerConfig config() {
    return HttpServerConfig.defaults("127.0.0.1", 0)
        .withClients(new HttpServerConfig.Clients(100, 2));
  }

  private HttpServer start(HttpServerConfig config) {
    return HttpServer.start(loops, config, Optional.empty(), this::handle);
  }

  @AfterEach
  void stop() {
    server.close();
    loops.close();
  }

  /** Reads an upload, sends a download that the client does not read, or waits for a node. */
  private void handle(HttpExchange exchange) {
    claimants.post(exchange.claimant());
    HttpResponse ok = new HttpResponse(200, HttpHeaders.builder().build());
    try {
      switch (exchange.request().path()) {
        case "/download" -> {
          ByteSink sink = exchange.respond(ok, 100L << 20);
          for (int i = 0; i < 100; i++) {
            sink.write(HeapBuffer.copyOf(new byte[1 << 20]));
          }
        }
        case "/wait" ->
            new RequestContext(
                    "test",
                    exchange.carrier(),
                    Deadline.after(Patience.LIMIT, loops.time()),
                    exchange.claimant())
                .await(new Mailbox<Boolean>());
        default -> {
          try (Body body = Body.readFully(exchange.body())) {
            exchange.respond(ok, body.retain());
          }
        }
      }
    } catch (AumbryException e) {
      failures.post(e.code());
      throw e;
    }
  }

  private static byte[] get(String path) {
    return RawFrames.joined(
        new byte[] {(byte) 0x82, (byte) 0x86, 0x41, 1, 'x'}, RawFrames.field(":path", path));
  }

  @Test
  void aSlowUploadOfHttp1Gets408WithTheReasonAndItsConnectionCloses() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc");
      claimants.take().giveWay(REASON);
      RawClient.Response response = client.response();
      assertThat(response.status()).isEqualTo(408);
      assertThat(response.body()).contains(REASON);
      assertThat(response.header("connection")).isEqualTo("close");
      assertThat(client.isClosed()).isTrue();
    }
    assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_TOO_SLOW);
  }

  @Test
  void aSlowUploadOfHttp2Gets408WithTheReasonAndTheConnectionStays() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      client.send(HEADERS, END_HEADERS, 1, POST);
      client.send(DATA, 0, 1, new byte[3]);
      claimants.take().giveWay(REASON);
      assertThat(client.next(HEADERS).payload()).contains("408");
      assertThat(client.next(DATA).payload()).contains(REASON);
      Frame reset = client.next(RST_STREAM);
      assertThat(reset.stream()).isEqualTo(1);
      assertThat(reset.errorCode()).isEqualTo(NO_ERROR);
      client.send(HEADERS, WHOLE, 3, GET);
      assertThat(client.next(HEADERS).stream()).isEqualTo(3);
    }
  }

  @Test
  void aDownloadOfHttp1ThatIsNotReadLosesItsConnection() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send("GET /download HTTP/1.1\r\nHost: x\r\n\r\n");
      Claimant claimant = claimants.take();
      await().until(() -> claimant.stalledNanos() > 0);
      claimant.giveWay(REASON);
      assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
    }
  }

  @Test
  void aDownloadOfHttp2ThatIsNotReadIsResetWithTheReason() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      client.send(HEADERS, WHOLE, 1, get("/download"));
      Claimant claimant = claimants.take();
      await().until(() -> claimant.stalledNanos() > 0);
      claimant.giveWay(REASON);
      Frame reset = client.next(RST_STREAM);
      assertThat(reset.stream()).isEqualTo(1);
      assertThat(reset.errorCode()).isEqualTo(ENHANCE_YOUR_CALM);
      assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
    }
  }

  /** Otherwise its client would get the same memory again at once. */
  @Test
  void aRequestThatGaveWayCountsAsRunningForAWhile() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      for (int stream = 1; stream <= 3; stream += 2) {
        client.send(HEADERS, WHOLE, stream, get("/download"));
        Claimant claimant = claimants.take();
        await().until(() -> claimant.stalledNanos() > 0);
        claimant.giveWay(REASON);
        assertThat(client.next(RST_STREAM).errorCode()).isEqualTo(ENHANCE_YOUR_CALM);
        assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
      }
      client.send(HEADERS, WHOLE, 5, GET);
      Frame refused = client.next(RST_STREAM);
      assertThat(refused.stream()).isEqualTo(5);
      assertThat(refused.errorCode()).isEqualTo(REFUSED_STREAM);
      assertThat(server.figures().refusedRequests()).isEqualTo(1);
    }
  }

  @Test
  void aResetRequestStopsWaiting() throws IOException {
    try (RawFrames client = new RawFrames(server.port())) {
      client.send(HEADERS, WHOLE, 1, get("/wait"));
      claimants.take();
      client.send(RST_STREAM, 0, 1, number(CANCEL));
      assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
    }
  }

  /**
   * A client that has closed its side may still read the response. It counts as gone after the idle
   * time, which is short here. A client that waits is not cut off by this time.
   */
  @Test
  void aRequestOfHttp1WhoseClientEndedStopsWaitingAfterTheIdleTime() throws IOException {
    HttpTimeouts usual = HttpTimeouts.defaults();
    HttpTimeouts brief =
        new HttpTimeouts(
            usual.head(), BRIEF, usual.bodyProgress(), usual.minimumRate(), usual.drain());
    try (HttpServer impatient = start(config().withTimeouts(brief));
        RawClient waiting = new RawClient(impatient.port())) {
      waiting.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
      Claimant stays = claimants.take();
      try (RawClient client = new RawClient(impatient.port())) {
        client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
        claimants.take();
      }
      assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
      assertThat(stays.isGone()).isFalse();
      waiting.sendEnd();
      assertThat(failures.take()).isEqualTo(ErrorCode.CLIENT_GONE);
    }
  }
}
