package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.TestCertificates;
import io.aumbry.transport.tls.TlsConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The frontend behind the real server, with an independent client. */
@Tag("section-1")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OverHttpTest {
  private static final byte[] CONTENT = Rest.randomBytes(300_000);

  private final Rest rest = new Rest();
  private EventLoops loops;
  private HttpServer server;
  private HttpClient client;

  @BeforeAll
  void start(@TempDir Path folder) throws GeneralSecurityException, IOException {
    TestCertificates authority = new TestCertificates(folder);
    TlsConfig own = authority.config("server", "localhost");
    loops = EventLoops.start(EventLoopConfig.defaults(), new SystemTime());
    server =
        HttpServer.start(
            loops,
            HttpServerConfig.defaults("127.0.0.1", 0),
            Optional.of(TlsConfig.serverOnly(own.certificates(), own.key())),
            rest.frontend);
    client = HttpClient.newBuilder().sslContext(trusting(authority.root())).build();
  }

  private static SSLContext trusting(Path root) throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream certificate = Files.newInputStream(root)) {
      trusted.setCertificateEntry(
          "root", CertificateFactory.getInstance("X.509").generateCertificate(certificate));
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @AfterAll
  void stop() {
    client.close();
    server.close();
    loops.close();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aStoredBlobIsReadBack(Version version) throws Exception {
    HttpResponse<byte[]> put =
        send(upload(version).header("x-ambry-enc-um-title", "K%C3%A4tzchen"));
    assertThat(put.statusCode()).isEqualTo(201);
    assertThat(put.version()).isEqualTo(version);
    assertThat(put.headers().firstValueAsLong("content-length")).hasValue(0);
    assertThat(put.headers().firstValue("date")).isPresent();

    HttpResponse<byte[]> got = send(request(version, location(put)).GET());
    assertThat(got.statusCode()).isEqualTo(200);
    assertThat(got.body()).isEqualTo(CONTENT);
    assertThat(got.headers().firstValueAsLong("content-length")).hasValue(CONTENT.length);
    assertThat(got.headers().firstValue("x-ambry-enc-um-title")).hasValue("K%C3%A4tzchen");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void rangesConditionsAndHeadHaveTheLengthsOfTheRfc(Version version) throws Exception {
    String path = location(send(upload(version)));
    HttpResponse<byte[]> part =
        send(request(version, path).GET().header("Range", "bytes=1000-250000"));
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).isEqualTo(Arrays.copyOfRange(CONTENT, 1000, 250_001));

    HttpResponse<byte[]> head = send(request(version, path).HEAD());
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.headers().firstValueAsLong("content-length")).hasValue(CONTENT.length);
    assertThat(head.body()).isEmpty();

    String tag = head.headers().firstValue("etag").orElseThrow();
    HttpResponse<byte[]> same = send(request(version, path).GET().header("If-None-Match", tag));
    assertThat(same.statusCode()).isEqualTo(304);
    assertThat(same.headers().firstValue("content-length")).isEmpty();

    HttpResponse<byte[]> missing = send(request(version, "/nothing").HEAD());
    assertThat(missing.statusCode()).isEqualTo(400);
    assertThat(missing.body()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aDeletedBlobIsGone(Version version) throws Exception {
    String path = location(send(upload(version)));
    assertThat(send(request(version, path).DELETE()).statusCode()).isEqualTo(202);

    HttpResponse<byte[]> gone = send(request(version, path).GET());
    assertThat(gone.statusCode()).isEqualTo(410);
    assertThat(gone.headers().firstValue("content-type")).hasValue("application/problem+json");
    assertThat(new String(gone.body(), StandardCharsets.UTF_8))
        .contains("\"status\":410")
        .contains(gone.headers().firstValue("x-ambry-request-id").orElseThrow());
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void anErrorIsAnsweredToAClientThatWaitsToSend(Version version) throws Exception {
    HttpRequest.Builder refused =
        request(version, "/").POST(BodyPublishers.ofByteArray(CONTENT)).expectContinue(true);
    HttpResponse<byte[]> reply = send(refused);
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.headers().firstValue("x-ambry-error-code")).hasValue("MissingArgs");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void malformedInputIsAnsweredLikeARequest(Version version) throws Exception {
    HttpResponse<byte[]> reply =
        send(request(version, "/").header("x-large", "a".repeat(9000)).GET());
    assertThat(reply.statusCode()).isEqualTo(431);
    assertThat(reply.headers().map())
        .containsKeys(
            "x-ambry-request-id",
            "x-ambry-error-code",
            "x-ambry-failure-reason",
            "content-length",
            "date")
        .containsEntry("x-ambry-datacenter", List.of("dc1"))
        .containsEntry("x-ambry-frontend", List.of("front-7"))
        .containsEntry("content-type", List.of("application/problem+json"));
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aClientThatWaitsToSendGetsContinue(Version version) throws Exception {
    assertThat(send(upload(version).expectContinue(true)).statusCode()).isEqualTo(201);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aDownloadThatBreaksOffIsAnErrorToTheClient(Version version) throws Exception {
    String path = location(send(upload(version)));
    rest.router.readWith(bytes ->
        ChunkedSource.breakingAt(
            100_000,
            bytes,
            () -> new AumbryException(ErrorCode.QUORUM_NOT_REACHED, "all replicas are gone")));
    try {
      assertThatThrownBy(() -> send(request(version, path).GET())).isInstanceOf(IOException.class);
    } finally {
      rest.router.readWith(ChunkedSource::of);
    }
    assertThat(send(request(version, path).GET()).body()).isEqualTo(CONTENT);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void anUploadThatBreaksOffStoresNothing(Version version) {
    int before = rest.router.size();
    HttpRequest.Builder broken =
        upload(version).POST(BodyPublishers.ofInputStream(BreakingStream::new));
    assertThatThrownBy(() -> send(broken)).isInstanceOf(IOException.class);
    assertThat(rest.router.size()).isEqualTo(before);
  }

  private static final class BreakingStream extends InputStream {
    private final InputStream start = new ByteArrayInputStream(CONTENT);

    @Override
    public int read() throws IOException {
      return alive(start.read());
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
      return alive(start.read(into, at, length));
    }

    private static int alive(int read) throws IOException {
      if (read < 0) {
        throw new IOException("the disk of the client fails");
      }
      return read;
    }
  }

  private HttpRequest.Builder request(Version version, String path) {
    URI uri = URI.create("https://localhost:" + server.port() + path);
    return HttpRequest.newBuilder(uri).version(version);
  }

  private HttpRequest.Builder upload(Version version) {
    return request(version, "/")
        .header("x-ambry-service-id", "tests")
        .header("x-ambry-content-type", "image/jpeg")
        .POST(BodyPublishers.ofByteArray(CONTENT));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static String location(HttpResponse<byte[]> put) {
    assertThat(put.statusCode()).isEqualTo(201);
    return put.headers().firstValue("location").orElseThrow();
  }
}
