package io.aumbry.transport.http;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import io.aumbry.transport.testing.TestCertificates;
import io.aumbry.transport.tls.TlsConfig;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(LeakCheck.class)
@Timeout(300)
final class Http2ServerTest {
  private static final int ENHANCE_YOUR_CALM = 0xb;
  private static final int FRAME_SIZE_ERROR = 0x6;

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(2), new SystemTime());
  private final AtomicInteger handled = new AtomicInteger();
  private final Mailbox<Boolean> gate = new Mailbox<>();
  private Optional<HttpServer> server = Optional.empty();

  @TempDir private Path folder;

  @AfterEach
  void stop() {
    server.ifPresent(HttpServer::close);
    loops.close();
  }

  private int start(Optional<TlsConfig> tls) {
    HttpServer started =
        HttpServer.start(loops, HttpServerConfig.defaults("127.0.0.1", 0), tls, this::handle);
    server = Optional.of(started);
    return started.port();
  }

  private void handle(HttpExchange exchange) {
    handled.incrementAndGet();
    HttpHeaders.Builder headers = HttpHeaders.builder().add("X-Test", "yes");
    if (exchange.request().path().equals("/held")) {
      gate.take();
    }
    try (Body body = Body.readFully(exchange.body())) {
      ByteSink sink = exchange.respond(new HttpResponse(200, headers.build()), body.size() + 2L);
      sink.write(HeapBuffer.copyOf("ok".getBytes(StandardCharsets.US_ASCII)));
      body.slices().forEach(slice -> sink.write(slice.retain()));
    }
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void bothProtocolsAreServedOverTls(HttpClient.Version version) throws Exception {
    TestCertificates certificates = new TestCertificates(folder);
    TlsConfig own = certificates.config("server", "localhost");
    int port = start(Optional.of(TlsConfig.serverOnly(own.certificates(), own.key())));
    byte[] content = new byte[3_000_000];
    new Random(1).nextBytes(content);
    try (HttpClient client =
        HttpClient.newBuilder().version(version).sslContext(trusting(certificates)).build()) {
      for (int i = 0; i < 2; i++) {
        var request =
            java.net.http.HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/e"))
                .POST(java.net.http.HttpRequest.BodyPublishers.ofByteArray(content))
                .build();
        var response = client.send(request, BodyHandlers.ofByteArray());
        assertThat(response.version()).isEqualTo(version);
        assertThat(response.headers().firstValue("x-test")).hasValue("yes");
        assertThat(Arrays.copyOfRange(response.body(), 2, response.body().length))
            .isEqualTo(content);
      }
    }
  }

  private static SSLContext trusting(TestCertificates certificates) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = Files.newInputStream(certificates.root())) {
      store.setCertificateEntry(
          "root", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void priorKnowledgeIsRecognised() throws IOException {
    try (RawFrames client = new RawFrames(start(Optional.empty()))) {
      client.send(
          RawFrames.HEADERS, RawFrames.END_HEADERS | RawFrames.END_STREAM, 1, RawFrames.GET);
      assertThat(client.body()).isEqualTo("ok");
    }
  }

  @Test
  void bodiesArriveInFramesOfAnySize() throws IOException {
    try (RawFrames client = new RawFrames(start(Optional.empty()))) {
      client.send(RawFrames.HEADERS, RawFrames.END_HEADERS, 1, RawFrames.POST);
      StringBuilder sent = new StringBuilder();
      for (int size : new int[] {1, 0, 9, 16_000, 5}) {
        client.send(RawFrames.DATA, 0, 1, "a".repeat(size).getBytes(StandardCharsets.US_ASCII));
        sent.append("a".repeat(size));
      }
      client.send(RawFrames.DATA, RawFrames.END_STREAM, 1, new byte[0]);
      assertThat(client.body()).isEqualTo("ok" + sent);
    }
  }

  @Test
  void rapidResetsEndTheConnection() throws IOException {
    try (RawFrames client = new RawFrames(start(Optional.empty()))) {
      assertCalmed(
          client,
          () -> {
            for (int id = 1; id < 8_000; id += 2) {
              client.send(
                  RawFrames.HEADERS,
                  RawFrames.END_HEADERS | RawFrames.END_STREAM,
                  id,
                  RawFrames.GET);
              client.send(RawFrames.RST_STREAM, 0, id, new byte[] {0, 0, 0, 8});
            }
          });
      assertThat(handled.get()).isLessThan(2500);
    }
  }

  @Test
  void endlessContinuationsEndTheConnection() throws IOException {
    try (RawFrames client = new RawFrames(start(Optional.empty()))) {
      client.send(RawFrames.HEADERS, RawFrames.END_STREAM, 1, RawFrames.GET);
      assertCalmed(
          client,
          () -> {
            for (int i = 0; i < 100_000; i++) {
              client.send(RawFrames.CONTINUATION, 0, 1, new byte[0]);
            }
          });
      assertThat(handled.get()).isZero();
    }
  }

  @Test
  void aFrameThatMustBeGatheredIsBounded() throws IOException {
    try (RawFrames client = new RawFrames(start(Optional.empty()))) {
      client.send(RawFrames.HEADERS, RawFrames.END_HEADERS, 1, new byte[100_000]);
      assertThat(client.next(RawFrames.GO_AWAY).errorCode()).isEqualTo(FRAME_SIZE_ERROR);
    }
  }

  @Test
  void openRequestsFinishWhenTheServerCloses() throws Exception {
    try (RawFrames client = new RawFrames(start(Optional.empty()))) {
      byte[] held = {(byte) 0x82, 0x04, 5, '/', 'h', 'e', 'l', 'd', (byte) 0x86, 0x41, 1, 'x'};
      client.send(RawFrames.HEADERS, RawFrames.END_HEADERS | RawFrames.END_STREAM, 1, held);
      await().until(() -> handled.get() == 1);
      Thread closing = Thread.ofPlatform().start(() -> server.orElseThrow().close());
      client.next(RawFrames.GO_AWAY);
      gate.post(true);
      assertThat(client.body()).isEqualTo("ok");
      closing.join();
    }
  }

  private interface Flood {
    void run() throws IOException;
  }

  /** The server may also break the connection before everything was sent. */
  private static void assertCalmed(RawFrames client, Flood flood) throws IOException {
    int code;
    try {
      flood.run();
      code = client.next(RawFrames.GO_AWAY).errorCode();
    } catch (SocketException | EOFException broken) {
      code = ENHANCE_YOUR_CALM;
    }
    assertThat(code).isEqualTo(ENHANCE_YOUR_CALM);
  }
}
