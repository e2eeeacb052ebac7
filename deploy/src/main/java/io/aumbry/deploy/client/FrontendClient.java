package io.aumbry.deploy.client;

import io.aumbry.config.json.JsonException;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.client.profile.Profile;
import io.aumbry.frontend.access.sigv4.RequestSigner;
import io.aumbry.frontend.access.sigv4.SignatureRules;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import io.aumbry.protocol.runtime.PrintableText;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;

/**
 * Sends requests to one frontend, one at a time. With an access key, AWS Signature Version 4 covers
 * the method, the path, the query, all header fields and the body. A bearer token travels with each
 * request, so it needs TLS or a frontend on the same machine.
 */
public final class FrontendClient implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_REASON = 16 << 10;
  private static final String HOST = "host";
  private static final String NEW_TOKEN =
      "run 'aumbry login' with an access key, or set AUMBRY_TOKEN to a new one";

  /** The path or the id names an account or a container that does not exist. */
  private static final Set<String> UNKNOWN_OWNER = Set.of("InvalidAccount", "InvalidContainer");

  private final Profile profile;
  private final Time time;
  private final HttpClient http;

  /**
   * Prepares connections.
   *
   * @throws IOException if the file with the authorities cannot be read
   * @throws io.aumbry.config.ConfigException if others could read the token on the network
   */
  public FrontendClient(Profile profile, Time time) throws IOException {
    if (profile.token().isPresent()) {
      profile.requireConfidential();
    }
    this.profile = profile;
    this.time = time;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT);
    Optional<Path> authorities = profile.defaults().caFile();
    if (authorities.isPresent()) {
      builder.sslContext(TrustedAuthorities.read(authorities.get()));
    }
    this.http = builder.build();
  }

  public Profile profile() {
    return profile;
  }

  /** Sends a request and reads the JSON object in the answer. */
  public JsonObject json(FrontendRequest request) throws IOException {
    byte[] document = bytes(request);
    try {
      return JsonObject.parse(document);
    } catch (JsonException wrong) {
      throw new ClientException(
          ExitCode.FAILED,
          "%s answered %s %s with no JSON object: %s"
              .formatted(profile.url(), request.method(), request.path(), wrong.getMessage()));
    }
  }

  /** Sends a request and reads the answer. */
  public byte[] bytes(FrontendRequest request) throws IOException {
    try (InputStream body = exchange(request).body()) {
      return body.readAllBytes();
    }
  }

  /** Sends a request and ignores the body of the answer. */
  public void perform(FrontendRequest request) throws IOException {
    exchange(request).body().close();
  }

  /**
   * Sends a request. The caller must close the body of the answer.
   *
   * @throws ClientException if the frontend refuses the request or cannot be reached
   */
  HttpResponse<InputStream> exchange(FrontendRequest request) throws IOException {
    requireValidToken();
    HttpResponse<InputStream> response = send(signed(request));
    if (response.statusCode() >= 300) {
      try (InputStream body = response.body()) {
        throw refusal(response, body);
      }
    }
    return response;
  }

  private void requireValidToken() {
    profile
        .token()
        .filter(token -> token.hasExpired(time.wallMillis()))
        .ifPresent(token -> {
          throw new ClientException(
              ExitCode.REFUSED,
              "the token expired at %s; %s".formatted(token.expires().orElseThrow(), NEW_TOKEN));
        });
  }

  @Override
  public void close() {
    http.close();
  }

  private HttpRequest signed(FrontendRequest request) {
    String query = request.query().isEmpty() ? "" : "?" + request.query();
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(profile.url().resolve(request.path() + query))
            .expectContinue(request.body().large())
            .method(request.method(), request.body().publisher());
    headers(request).stream()
        .filter(header -> !header.name().equals(HOST))
        .forEach(header -> builder.header(header.name(), header.value()));
    return builder.build();
  }

  /** All header fields, with the host and perhaps a token or a signature. */
  private List<WireHeader> headers(FrontendRequest request) {
    List<WireHeader> headers = new ArrayList<>();
    headers.add(new WireHeader(HOST, host(profile.url())));
    request.headers().forEach((name, value) -> headers.add(new WireHeader(name, value)));
    profile
        .token()
        .ifPresent(token -> headers.add(new WireHeader("authorization", token.authorization())));
    if (profile.key().isEmpty()) {
      return headers;
    }
    ClientKey key = profile.key().get();
    WireRequest plain = new WireRequest(request.method(), request.path(), request.query(), headers);
    return new RequestSigner(
            key.accessKeyId(), key.secret(), SignatureRules.DEFAULT_REGION, SignatureRules.S3)
        .sign(plain, request.body().sha256(), time.wallMillis())
        .request()
        .headers();
  }

  /** The host as the JDK sends it: with its port, unless that is the port of the scheme. */
  private static String host(URI url) {
    int usual = url.getScheme().equals("https") ? 443 : 80;
    return url.getPort() < 0 || url.getPort() == usual
        ? url.getHost()
        : url.getHost() + ":" + url.getPort();
  }

  private HttpResponse<InputStream> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofInputStream());
    } catch (IOException failure) {
      throw new ClientException(
          ExitCode.UNAVAILABLE, "cannot reach " + profile.url() + ": " + reason(failure));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClientException(ExitCode.FAILED, "interrupted");
    }
  }

  private ClientException refusal(HttpResponse<InputStream> response, InputStream body)
      throws IOException {
    int status = response.statusCode();
    String text = new String(body.readNBytes(MAX_REASON), StandardCharsets.UTF_8).strip();
    String why =
        response
            .headers()
            .firstValue("x-ambry-failure-reason")
            .orElse(text.isEmpty() ? "no reason given" : text);
    String request =
        response
            .headers()
            .firstValue("x-ambry-request-id")
            .map(id -> " (request " + id + ")")
            .orElse("");
    String hint = status == 401 ? remedy() : "";
    String error = response.headers().firstValue("x-ambry-error-code").orElse("");
    return new ClientException(
        exitCode(status, error), status + ": " + PrintableText.of(why) + request + hint, status);
  }

  /** The advice after a 401. */
  private String remedy() {
    if (profile.credential().isEmpty()) {
      return "; no access key is set, see 'aumbry help login'";
    }
    return profile.token().isPresent()
        ? "; the token is not valid, or not any more: " + NEW_TOKEN
        : "";
  }

  private static ExitCode exitCode(int status, String error) {
    return switch (status) {
      case 404, 410 -> ExitCode.NOT_FOUND;
      case 429, 503, 507 -> ExitCode.UNAVAILABLE;
      default -> {
        ExitCode other = status < 500 ? ExitCode.REFUSED : ExitCode.FAILED;
        yield UNKNOWN_OWNER.contains(error) ? ExitCode.NOT_FOUND : other;
      }
    };
  }

  private static String reason(IOException failure) {
    return switch (failure) {
      case java.net.ConnectException refused -> "no connection";
      case SSLException untrusted -> "TLS: " + untrusted.getMessage();
      default -> Optional.ofNullable(failure.getMessage()).orElse(failure.toString());
    };
  }
}
