package io.aumbry.frontend.access.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.frontend.access.TestClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpDocumentFetcherTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com/x",
        "http://10.0.0.1/x",
        "http://127.0.0.1.example.com/x",
        "http://localhost.example.com/x",
        "https://user@example.com/x",
        "file:///etc/passwd",
        "ftp://example.com/x",
        "/relative",
        "https:///x"
      })
  void unsafeAddressesAreRefused(String address) {
    assertThat(HttpDocumentFetcher.refusal(URI.create(address)).orElse("")).contains(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com/x",
        "http://127.0.0.1:99/x",
        "http://localhost/x",
        "http://[::1]:5/x"
      })
  void safeAddressesAreAccepted(String address) {
    assertThat(HttpDocumentFetcher.refusal(URI.create(address))).isEmpty();
  }

  @Test
  void aServerThatNeverEndsItsAnswerIsGivenUp() throws IOException {
    try (TestClock clock = new TestClock();
        HttpDocumentFetcher fetcher = new HttpDocumentFetcher(Duration.ofMillis(300));
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread serving = Thread.ofPlatform().daemon().start(() -> answerHalf(server));
      assertThat(fetch(fetcher, "http://127.0.0.1:" + server.getLocalPort() + "/x", clock))
          .isInstanceOf(DocumentFetcher.Fetched.Failed.class);
      serving.interrupt();
    }
  }

  private static void answerHalf(ServerSocket server) {
    try {
      var socket = server.accept();
      socket
          .getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"
                  .getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      assertThat(server.isClosed()).isTrue();
    }
  }

  @Test
  void errorsAndRedirectsFail() throws IOException {
    try (TestClock clock = new TestClock();
        HttpDocumentFetcher fetcher = new HttpDocumentFetcher(Duration.ofSeconds(20));
        TestIssuer issuer = new TestIssuer()) {
      for (int status : List.of(302, 404, 500)) {
        issuer.status = status;
        assertThat(fetch(fetcher, issuer.issuer() + "/keys", clock))
            .isInstanceOfSatisfying(
                DocumentFetcher.Fetched.Failed.class,
                failed -> assertThat(failed.reason()).contains("status " + status));
      }
    }
  }

  @Test
  void nothingListens() throws IOException {
    String address;
    try (TestIssuer issuer = new TestIssuer()) {
      address = issuer.issuer();
    }
    try (TestClock clock = new TestClock();
        HttpDocumentFetcher fetcher = new HttpDocumentFetcher(Duration.ofSeconds(20))) {
      assertThat(fetch(fetcher, address + "/keys", clock))
          .isInstanceOf(DocumentFetcher.Fetched.Failed.class);
    }
  }

  private static DocumentFetcher.Fetched fetch(
      DocumentFetcher fetcher, String address, TestClock clock) {
    return fetcher.fetch(URI.create(address), clock.context());
  }

  @Test
  void providersAreReadFromAFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("providers.json");
    Files.writeString(
        file,
        """
        {"providers": [{"issuer": "https://id.example.com", "audience": "aumbry",
          "grants": [{"claim": "groups", "value": "x", "account": "photos", "role": "reader"}]}]}
        """);
    IdentityProviders.Provider provider = IdentityProviders.read(file).providers().getFirst();
    assertThat(provider.nameClaim()).isEmpty();
    assertThat(provider.grants())
        .containsExactly(
            new IdentityProviders.ClaimGrant("groups", "x", Optional.of("photos"), "reader"));
    assertThatThrownBy(() ->
            new IdentityProviders.Provider(
                "http://id.example.com", "a", Optional.empty(), List.of()))
        .hasMessageContaining("must begin with https://");
    assertThatThrownBy(() -> new IdentityProviders(List.of(provider, provider)))
        .hasMessageContaining("twice");
  }
}
