package io.aumbry.deploy.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.frontend.access.key.Hmac;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.sigv4.SecretLookup;
import io.aumbry.frontend.access.sigv4.SignatureResult;
import io.aumbry.frontend.access.sigv4.SignatureRules;
import io.aumbry.frontend.access.sigv4.SignatureVerifier;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A frontend with prepared answers, which keeps all requests. It verifies every signature with the
 * verifier of the product, and answers 401 to a wrong one.
 */
public final class ScriptedFrontend implements AutoCloseable {
  public static final String KEY = "AKTESTTESTTESTTEST01";
  public static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

  private final HttpServer server;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final Map<String, String> fields = new ConcurrentHashMap<>();
  private final SignatureVerifier verifier =
      new SignatureVerifier(SignatureRules.ofRegion("here-1"), new Random(1));

  /** In the order of their arrival. */
  public final List<Request> requests = new CopyOnWriteArrayList<>();

  public ScriptedFrontend() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  /** A request with its verified access key, which is empty if it is not signed. */
  public record Request(String line, Map<String, List<String>> headers, String body, String key) {
    public String header(String name) {
      return headers.entrySet().stream()
          .filter(header -> header.getKey().equalsIgnoreCase(name))
          .map(header -> String.join("|", header.getValue()))
          .findFirst()
          .orElse("");
    }
  }

  private record Answer(int status, String body) {}

  /** Prepares the answer to a method and target, such as {@code GET /accounts}. */
  public ScriptedFrontend answer(String line, int status, String body) {
    answers.put(line, new Answer(status, body));
    return this;
  }

  public ScriptedFrontend answer(String line, String body) {
    return answer(line, 200, body);
  }

  /** Adds a header field to all answers. */
  public ScriptedFrontend field(String name, String value) {
    fields.put(name, value);
    return this;
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public Request last() {
    return requests.getLast();
  }

  /** The lines of all requests. */
  public List<String> lines() {
    return requests.stream().map(Request::line).toList();
  }

  /** Runs a signed command against this frontend. */
  public CommandRun run(String... arguments) {
    return run(true, arguments);
  }

  public CommandRun run(boolean signed, String... arguments) {
    return run(signed ? signed() : Map.of("AUMBRY_URL", url()), arguments);
  }

  private Map<String, String> signed() {
    return Map.of("AUMBRY_URL", url(), "AUMBRY_ACCESS_KEY", KEY, "AUMBRY_SECRET_KEY", SECRET);
  }

  /** Runs a signed command against this frontend, with an output of its own. */
  public CommandRun runInto(Writer out, String... arguments) {
    return CommandRun.into(out, environment(signed()), List.of(), arguments);
  }

  /** Runs a command with the given variables against this frontend. */
  public CommandRun run(Map<String, String> variables, String... arguments) {
    return CommandRun.of(environment(variables), List.of(), arguments);
  }

  private static ClientEnvironment environment(Map<String, String> variables) {
    return new ClientEnvironment(
        variables, CommandRun.EMPTY.home(), CommandRun.EMPTY.prompt(), new SystemTime());
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      String key = verifiedKey(exchange, body);
      requests.add(
          new Request(
              line,
              Map.copyOf(exchange.getRequestHeaders()),
              new String(body, StandardCharsets.UTF_8),
              key));
      Answer answer = answers.getOrDefault(line, new Answer(404, "nothing is at " + line));
      if (key.equals("wrong")) {
        answer = new Answer(401, "the signature does not match");
      } else if (answer.status() == 201) {
        exchange.getResponseHeaders().set("Location", "/AAE-_1");
      }
      fields.forEach(exchange.getResponseHeaders()::set);
      byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private String verifiedKey(HttpExchange exchange, byte[] body) {
    List<WireHeader> headers = new ArrayList<>();
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> values.forEach(value -> headers.add(new WireHeader(name, value))));
    String raw = exchange.getRequestURI().toString();
    int mark = raw.indexOf('?');
    WireRequest request =
        new WireRequest(
            exchange.getRequestMethod(),
            mark < 0 ? raw : raw.substring(0, mark),
            mark < 0 ? "" : raw.substring(mark + 1),
            headers);
    if (!SignatureVerifier.isSigned(request)) {
      return "";
    }
    SecretLookup secrets =
        (id, token) ->
            id.equals(KEY)
                ? new SecretLookup.Found.Valid(Secret.of(SECRET))
                : new SecretLookup.Found.Unknown();
    return verifier.verify(request, secrets, new SystemTime().wallMillis())
                instanceof SignatureResult.Verified verified
            && verified.payload().text().equals(sha256(body))
        ? verified.accessKeyId()
        : "wrong";
  }

  private static String sha256(byte[] body) {
    return HexFormat.of().formatHex(Hmac.sha256().digest(body));
  }
}
