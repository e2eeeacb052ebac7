package io.aumbry.bench.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * Keeps blobs in memory behind the requests of a load, and can misbehave. It also assigns ids as
 * SeaweedFS's master does.
 */
public final class FakeAmbry implements AutoCloseable {
  private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
  private final Map<String, String> lastPutHeaders = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;
  private volatile UnaryOperator<byte[]> onRead = UnaryOperator.identity();
  private volatile int status;
  private volatile String assignment = "{\"fid\":\"%s\",\"url\":\"127.0.0.1:1\",\"count\":1}";

  public FakeAmbry() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public int count() {
    return blobs.size();
  }

  public byte[] blob(String path) {
    byte[] blob = blobs.get(path);
    if (blob == null) {
      throw new AssertionError("no blob " + path);
    }
    return blob;
  }

  String lastPutHeader(String name) {
    return lastPutHeaders.getOrDefault(name, "");
  }

  Map<String, String> lastPutHeaders() {
    return Map.copyOf(lastPutHeaders);
  }

  /** Changes the bytes of all further reads. */
  public void changeReads(UnaryOperator<byte[]> change) {
    onRead = change;
  }

  /** Answers further requests for an id with this text; {@code %s} stands for the id. */
  void assignWith(String text) {
    assignment = text;
  }

  /** Answers every further request with this status. */
  public void refuseWith(int refusal) {
    status = refusal;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (status != 0) {
        send(exchange, status, "{\"title\":\"not now\"}".getBytes(StandardCharsets.UTF_8));
      } else if (exchange.getRequestURI().getPath().equals("/dir/assign")) {
        String id = "3,%08x".formatted(ids.incrementAndGet());
        send(exchange, 200, assignment.formatted(id).getBytes(StandardCharsets.UTF_8));
      } else if (exchange.getRequestMethod().equals("POST")) {
        String path = exchange.getRequestURI().getPath();
        write(exchange, path.equals("/") ? "/blob-" + ids.incrementAndGet() : path, body);
      } else if (exchange.getRequestMethod().equals("PUT")) {
        write(exchange, exchange.getRequestURI().getPath(), body);
      } else {
        read(exchange);
      }
    }
  }

  private void write(HttpExchange exchange, String path, byte[] body) throws IOException {
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> lastPutHeaders.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
    blobs.put(path, body);
    exchange.getResponseHeaders().set("Location", path);
    send(exchange, 201, new byte[0]);
  }

  private void read(HttpExchange exchange) throws IOException {
    byte[] blob = blobs.get(exchange.getRequestURI().getPath());
    if (blob == null) {
      send(exchange, 404, new byte[0]);
    } else {
      send(exchange, 200, onRead.apply(blob.clone()));
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }
}
