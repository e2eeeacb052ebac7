package io.aumbry.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.bench.form.BlobNaming;
import io.aumbry.bench.form.Credential;
import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.bench.form.RequestForm;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.frontend.access.key.Hmac;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.sigv4.Payload;
import io.aumbry.frontend.access.sigv4.SecretLookup;
import io.aumbry.frontend.access.sigv4.SignatureResult;
import io.aumbry.frontend.access.sigv4.SignatureRules;
import io.aumbry.frontend.access.sigv4.SignatureVerifier;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpBlobConnectionTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final FakeAmbry ambry = new FakeAmbry();
  private final BlobContent content = new BlobContent(5);
  private final HttpBlobConnection connection = connection(ambry.url(), true, TIMEOUT);

  private HttpBlobConnection connection(String url, boolean verify, Duration timeout) {
    HttpEndpoint endpoint = HttpEndpoint.parse(url);
    Map<String, String> headers = Map.of("x-ambry-service-id", "test");
    return new HttpBlobConnection(
        endpoint, new Target(List.of(endpoint), headers, timeout, verify), content);
  }

  @AfterEach
  void close() {
    connection.close();
    ambry.close();
  }

  private StoredBlob put(int size) {
    RequestResult outcome = connection.put(9, size);
    assertThat(outcome).isInstanceOf(RequestResult.Written.class);
    return ((RequestResult.Written) outcome).blob();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096, 65536, 65537, 1_000_000})
  void aBlobIsWrittenWithItsContentAndReadBack(int size) {
    StoredBlob blob = put(size);
    byte[] expected = new byte[size];
    content.fill(9, 0, expected, size);
    assertThat(ambry.blob(blob.path())).isEqualTo(expected);
    assertThat(connection.get(blob)).isEqualTo(new RequestResult.Read(size));
    assertThat(ambry.lastPutHeader("x-ambry-service-id")).isEqualTo("test");
  }

  @Test
  void aSignedRequestByNameIsAcceptedByTheVerifier() {
    SystemTime time = new SystemTime();
    ClientKey key = new ClientKey("AK1", Secret.of("not a real secret"));
    RequestForm form =
        new RequestForm(BlobNaming.inContainer("mine/box", "run"), Credential.signature(key, time));
    HttpEndpoint endpoint = HttpEndpoint.parse(ambry.url());
    Target target =
        new Target(List.of(endpoint), Map.of("x-ambry-service-id", "test"), TIMEOUT, true);
    try (HttpBlobConnection named = new HttpBlobConnection(endpoint, target.with(form), content)) {
      assertThat(named.put(1007, 5000))
          .isEqualTo(
              new RequestResult.Written(
                  new StoredBlob(
                      "/named/mine/box/bench-run/7/1007", new Expected.Known(1007, 5000))));
      List<WireHeader> headers = new ArrayList<>();
      ambry.lastPutHeaders().forEach((name, value) -> headers.add(new WireHeader(name, value)));
      assertThat(
              new SignatureVerifier(
                      SignatureRules.ofRegion(SignatureRules.DEFAULT_REGION), new Random(1))
                  .verify(
                      new WireRequest("PUT", "/named/mine/box/bench-run/7/1007", "", headers),
                      (_, _) -> new SecretLookup.Found.Valid(key.secret()),
                      time.wallMillis()))
          .isInstanceOfSatisfying(
              SignatureResult.Verified.class,
              verified ->
                  assertThat(verified.payload())
                      .isEqualTo(new Payload(Payload.Mode.HASHED, sha256(1007, 5000))));
    }
  }

  private HttpBlobConnection in(RequestForm form) {
    HttpEndpoint endpoint = HttpEndpoint.parse(ambry.url());
    Target target = new Target(List.of(endpoint), Map.of(), TIMEOUT, true).with(form);
    return new HttpBlobConnection(endpoint, target, content);
  }

  @Test
  void anotherServerAssignsTheIdOfAnUpload() {
    try (FakeAmbry master = new FakeAmbry();
        HttpBlobConnection assigned =
            in(
                new RequestForm(
                    new BlobNaming.AssignedBy(HttpEndpoint.parse(master.url())),
                    Credential.none()))) {
      StoredBlob expected = new StoredBlob("/3,00000001", new Expected.Known(9, 70_000));
      assertThat(assigned.put(9, 70_000)).isEqualTo(new RequestResult.Written(expected));
      assertThat(assigned.get(expected)).isEqualTo(new RequestResult.Read(70_000));
      assertThat(ambry.count()).isEqualTo(1);
      assertThat(master.count()).isZero();

      master.assignWith("{\"error\":\"no free volume\"}");
      assertThat(assigned.put(10, 5))
          .isEqualTo(
              new RequestResult.Failed(
                  "PUT without id", "/dir/assign answered {\"error\":\"no free volume\"}"));
      master.refuseWith(503);
      assertThat(assigned.put(11, 5))
          .isInstanceOfSatisfying(
              RequestResult.Failed.class,
              failed -> assertThat(failed.kind()).isEqualTo("PUT HTTP 503"));
    }
  }

  @Test
  void anUploadToAFolderNeedsTheStatusOfItsServer() {
    try (HttpBlobConnection s3 =
        in(new RequestForm(new BlobNaming.InFolder("/bucket/", 200), Credential.none()))) {
      assertThat(s3.put(1, 5))
          .isInstanceOfSatisfying(
              RequestResult.Failed.class,
              failed -> assertThat(failed.kind()).isEqualTo("PUT HTTP 201"));
    }
  }

  @Test
  void aSignatureWithoutTheBodyIsAcceptedByTheVerifier() {
    SystemTime time = new SystemTime();
    ClientKey key = new ClientKey("AK1", Secret.of("not a real secret"));
    try (HttpBlobConnection s3 =
        in(
            new RequestForm(
                new BlobNaming.InFolder("/bucket/", 201),
                Credential.signatureWithoutBody(key, time)))) {
      assertThat(s3.put(1007, 5000)).isInstanceOf(RequestResult.Written.class);
      List<WireHeader> headers = new ArrayList<>();
      ambry.lastPutHeaders().forEach((name, value) -> headers.add(new WireHeader(name, value)));
      assertThat(
              new SignatureVerifier(
                      SignatureRules.ofRegion(SignatureRules.DEFAULT_REGION), new Random(1))
                  .verify(
                      new WireRequest("PUT", "/bucket/7/1007", "", headers),
                      (_, _) -> new SecretLookup.Found.Valid(key.secret()),
                      time.wallMillis()))
          .isInstanceOfSatisfying(
              SignatureResult.Verified.class,
              verified -> assertThat(verified.payload().mode()).isEqualTo(Payload.Mode.UNSIGNED));
    }
  }

  private String sha256(long number, int size) {
    byte[] bytes = new byte[size];
    content.fill(number, 0, bytes, size);
    return HexFormat.of().formatHex(Hmac.sha256().digest(bytes));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 8, 4095, 4096, 65536, 199_999})
  void aWrongByteIsFoundAndNamed(int position) {
    StoredBlob blob = put(200_000);
    ambry.changeReads(bytes -> {
      bytes[position] ^= 1;
      return bytes;
    });
    assertThat(connection.get(blob))
        .isEqualTo(
            new RequestResult.Failed(
                "GET wrong byte", blob.path() + " differs at byte " + position));
    ambry.changeReads(bytes -> bytes);
    assertThat(connection.get(blob)).isEqualTo(new RequestResult.Read(200_000));
  }

  @Test
  void withoutVerifyTheLengthIsStillChecked() {
    StoredBlob blob = put(100);
    try (HttpBlobConnection careless = connection(ambry.url(), false, TIMEOUT)) {
      ambry.changeReads(bytes -> new byte[100]);
      assertThat(careless.get(blob)).isEqualTo(new RequestResult.Read(100));
      ambry.changeReads(bytes -> Arrays.copyOf(bytes, 99));
      assertThat(careless.get(blob))
          .isEqualTo(
              new RequestResult.Failed(
                  "GET wrong length", blob.path() + ": 99 bytes instead of 100"));
      ambry.changeReads(bytes -> Arrays.copyOf(bytes, 101));
      assertThat(careless.get(blob))
          .isEqualTo(
              new RequestResult.Failed(
                  "GET wrong length", blob.path() + ": 101 bytes instead of 100"));
    }
  }

  @Test
  void aBlobOfUnknownContentIsReadToItsEnd() {
    StoredBlob blob = put(100);
    assertThat(connection.get(new StoredBlob(blob.path(), new Expected.Unknown())))
        .isEqualTo(new RequestResult.Read(100));
  }

  @Test
  void refusalsAreFailuresByStatusAndKeepTheConnection() {
    StoredBlob blob = put(10);
    ambry.refuseWith(503);
    assertThat(connection.get(blob))
        .isInstanceOfSatisfying(
            RequestResult.Failed.class,
            failed -> {
              assertThat(failed.kind()).isEqualTo("GET HTTP 503");
              assertThat(failed.detail()).contains("not now");
            });
    assertThat(connection.put(1, 10))
        .isInstanceOfSatisfying(
            RequestResult.Failed.class,
            failed -> assertThat(failed.kind()).isEqualTo("PUT HTTP 503"));
    ambry.refuseWith(0);
    assertThat(connection.get(blob)).isEqualTo(new RequestResult.Read(10));
  }

  @Test
  void aMissingBlobIsA404() {
    assertThat(kind(connection.get(new StoredBlob("/nothing", new Expected.Unknown()))))
        .isEqualTo("GET HTTP 404");
  }

  @Test
  void aDeadTargetIsAFailureRatherThanAnException() throws IOException {
    // The port is taken, so that no other process gets it, but not listening.
    try (Socket taken = new Socket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String url = "http://127.0.0.1:" + taken.getLocalPort();
      try (HttpBlobConnection dead = connection(url, true, TIMEOUT)) {
        assertThat(kind(dead.put(1, 10))).isEqualTo("PUT connection refused");
        assertThat(kind(dead.put(1, 10))).isEqualTo("PUT connection refused");
      }
    }
  }

  @Test
  void aSilentTargetIsATimeout() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        HttpBlobConnection hanging =
            connection("http://127.0.0.1:" + silent.getLocalPort(), true, Duration.ofMillis(50))) {
      assertThat(kind(hanging.put(1, 10))).isEqualTo("PUT timeout");
    }
  }

  @Test
  void anAnswerThatEndsEarlyIsAFailure() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering =
          Thread.ofPlatform()
              .start(
                  () -> answerOnce(server, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345"));
      try (HttpBlobConnection cut =
          connection("http://127.0.0.1:" + server.getLocalPort(), true, TIMEOUT)) {
        assertThat(kind(cut.get(new StoredBlob("/x", new Expected.Unknown()))))
            .isEqualTo("GET connection closed");
      }
      answering.join();
    }
  }

  @Test
  void anUploadWithoutLocationIsAFailure() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering =
          Thread.ofPlatform()
              .start(() -> answerOnce(server, "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"));
      try (HttpBlobConnection placeless =
          connection("http://127.0.0.1:" + server.getLocalPort(), true, TIMEOUT)) {
        assertThat(kind(placeless.put(1, 0))).isEqualTo("PUT without Location");
      }
      answering.join();
    }
  }

  private static String kind(RequestResult outcome) {
    assertThat(outcome).isInstanceOf(RequestResult.Failed.class);
    return ((RequestResult.Failed) outcome).kind();
  }

  private static void answerOnce(ServerSocket server, String answer) {
    try (Socket socket = server.accept()) {
      InputStream in = socket.getInputStream();
      int ends = 0;
      while (ends < 4) {
        int next = in.read();
        ends = next == (ends % 2 == 0 ? '\r' : '\n') ? ends + 1 : 0;
      }
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
