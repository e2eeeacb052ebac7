package io.aumbry.frontend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jwt.SignedJWT;
import io.aumbry.protocol.runtime.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A process of the identity provider Dex with its data in memory, and clients that log in. */
final class Dex implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SECRET = "a secret of tests";
  private static final String PASSWORD = "a password of tests";

  /** Of {@link #PASSWORD}, by bcrypt with cost 10. */
  private static final String HASH = "$2b$10$JGbO6PSWKJLp2qT5js/emuT5DSqW.4zHIHV0cHaG9GQadRiilcz82";

  private final HttpClient http = HttpClient.newHttpClient();
  private final String issuer;
  private final Process process;

  /**
   * Starts a provider on loopback.
   *
   * @param emails of its users
   * @param clients that users may log in to
   * @param rotation how long a key signs
   */
  Dex(Path binary, Path folder, List<String> emails, List<String> clients, Duration rotation)
      throws IOException {
    String address = "127.0.0.1:" + freePort();
    issuer = "http://" + address + "/dex";
    Path config = folder.resolve("dex.json");
    Map<String, Object> content =
        Map.of(
            "issuer", issuer,
            "storage", Map.of("type", "memory"),
            "web", Map.of("http", address),
            "expiry", Map.of("signingKeys", rotation.toSeconds() + "s", "idTokens", "10m"),
            "oauth2", Map.of("passwordConnector", "local", "skipApprovalScreen", true),
            "enablePasswordDB", true,
            "staticClients", clients.stream().map(Dex::client).toList(),
            "staticPasswords", emails.stream().map(Dex::user).toList());
    Files.writeString(config, JSON.writeValueAsString(content));
    process =
        new ProcessBuilder(binary.toString(), "serve", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("dex.log").toFile())
            .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Map<String, Object> client(String id) {
    return Map.of(
        "id", id, "name", id, "secret", SECRET, "redirectURIs", List.of("http://127.0.0.1/"));
  }

  private static Map<String, Object> user(String email) {
    return Map.of(
        "email",
        email,
        "hash",
        HASH,
        "username",
        email.substring(0, email.indexOf('@')),
        "userID",
        UUID.nameUUIDFromBytes(email.getBytes(StandardCharsets.UTF_8)).toString());
  }

  String issuer() {
    return issuer;
  }

  /** Returns once the provider answers. */
  void awaitStart() {
    Patience.await().until(this::answers);
  }

  private boolean answers() throws InterruptedException {
    try {
      return send(HttpRequest.newBuilder(URI.create(issuer + "/keys")).build()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** The identity token of a user who logs in to a client with the password grant. */
  String login(String email, String client) throws IOException, InterruptedException {
    String form =
        "grant_type=password&scope=openid+email&username=%s&password=%s"
            .formatted(encoded(email), encoded(PASSWORD));
    byte[] credentials = (client + ":" + encoded(SECRET)).getBytes(StandardCharsets.UTF_8);
    HttpResponse<String> answer =
        send(
            HttpRequest.newBuilder(URI.create(issuer + "/token"))
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build());
    JsonNode token = JSON.readTree(answer.body()).path("id_token");
    if (!token.isTextual()) {
      throw new IOException("Dex answers a login with " + answer.statusCode());
    }
    return token.textValue();
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return http.send(request, BodyHandlers.ofString());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** The identifier of the key that signed a token. */
  static String keyOf(String token) {
    try {
      return SignedJWT.parse(token).getHeader().getKeyID();
    } catch (ParseException e) {
      throw new IllegalArgumentException("Dex has issued no signed token", e);
    }
  }

  /** Ends the process. */
  void stop() throws InterruptedException {
    process.destroy();
    process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    http.close();
  }
}
