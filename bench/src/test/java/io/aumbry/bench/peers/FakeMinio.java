package io.aumbry.bench.peers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.sigv4.SecretLookup;
import io.aumbry.frontend.access.sigv4.SignatureResult;
import io.aumbry.frontend.access.sigv4.SignatureRules;
import io.aumbry.frontend.access.sigv4.SignatureVerifier;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A program with MinIO's command line that keeps objects in memory. Like MinIO, it refuses its
 * first request while it starts, and objects of buckets that do not exist. It checks every
 * signature.
 */
public final class FakeMinio {
  private static final Map<String, byte[]> OBJECTS = new ConcurrentHashMap<>();
  private static final AtomicBoolean STARTED = new AtomicBoolean();
  private static final Map<String, String> ENVIRONMENT = System.getenv();

  private FakeMinio() {}

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException {
    List<String> expected = List.of("server", "--quiet", "--address");
    if (!List.of(args).subList(0, 3).equals(expected)
        || !args[4].endsWith("/drive{1...4}")
        || !ENVIRONMENT.getOrDefault("MINIO_UPDATE", "").equals("off")) {
      System.out.println("unexpected " + List.of(args));
      System.exit(2);
    }
    String[] address = args[3].split(":", -1);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(address[0], Integer.parseInt(address[1])), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", FakeMinio::answer);
    server.start();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      String bucket =
          path.substring(0, path.indexOf('/', 1) < 0 ? path.length() : path.indexOf('/', 1));
      if (!STARTED.getAndSet(true)) {
        send(exchange, 503, new byte[0]);
      } else if (!isSigned(exchange)) {
        send(exchange, 403, new byte[0]);
      } else if (!bucket.equals(path) && !OBJECTS.containsKey(bucket)) {
        send(exchange, 404, new byte[0]);
      } else if (exchange.getRequestMethod().equals("PUT")) {
        OBJECTS.put(path, body);
        send(exchange, 200, new byte[0]);
      } else {
        byte[] object = OBJECTS.get(path);
        send(exchange, object == null ? 404 : 200, object == null ? new byte[0] : object);
      }
    }
  }

  private static boolean isSigned(HttpExchange exchange) {
    List<WireHeader> headers = new ArrayList<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) ->
            headers.add(new WireHeader(name.toLowerCase(Locale.ROOT), values.getFirst())));
    Secret secret = Secret.of(ENVIRONMENT.getOrDefault("MINIO_ROOT_PASSWORD", ""));
    return new SignatureVerifier(SignatureRules.ofRegion("us-east-1"), new Random(1))
            .verify(
                new WireRequest(
                    exchange.getRequestMethod(), exchange.getRequestURI().getPath(), "", headers),
                (id, _) ->
                    id.equals(ENVIRONMENT.get("MINIO_ROOT_USER"))
                        ? new SecretLookup.Found.Valid(secret)
                        : new SecretLookup.Found.Unknown(),
                new SystemTime().wallMillis())
        instanceof SignatureResult.Verified;
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }
}
