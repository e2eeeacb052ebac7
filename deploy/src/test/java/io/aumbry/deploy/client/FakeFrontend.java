package io.aumbry.deploy.client;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;

/** The part of the REST contract that the client needs, in memory. */
public final class FakeFrontend implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, Stored> blobs = new ConcurrentHashMap<>();
  private final AtomicInteger ids = new AtomicInteger();

  /** Undeletes and TTL updates. */
  public final List<String> changes = new CopyOnWriteArrayList<>();

  /** Status of all responses; 0 for normal ones. */
  public volatile int refuseWith;

  /** Whether to corrupt response bodies. */
  public volatile boolean corrupt;

  /** Whether to break off responses half-way. */
  public volatile boolean breakOff;

  public FakeFrontend() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  /** A blob as it was uploaded. */
  public record Stored(ByteBuffer content, Headers headers) {}

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public Stored blob(String id) {
    Stored stored = blobs.get(id);
    if (stored == null) {
      throw new AssertionError("no blob " + id + " among " + blobs.keySet());
    }
    return stored;
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String[] path = exchange.getRequestURI().getPath().split("/", -1);
      exchange.getResponseHeaders().set("x-ambry-request-id", "request-1");
      if (refuseWith != 0) {
        exchange.getResponseHeaders().set("x-ambry-failure-reason", "as the test wishes");
        exchange.sendResponseHeaders(refuseWith, -1);
      } else if (exchange.getRequestMethod().equals("POST")) {
        put(exchange, body);
      } else if (exchange.getRequestMethod().equals("PUT")) {
        changes.add(path[1] + exchange.getRequestHeaders().getFirst("x-ambry-blob-id"));
        exchange.sendResponseHeaders(200, -1);
      } else {
        answer(exchange, path[1], path.length > 2);
      }
    }
  }

  private void put(HttpExchange exchange, byte[] body) throws IOException {
    String id = "AAE-_" + ids.incrementAndGet();
    Headers headers = new Headers();
    headers.putAll(exchange.getRequestHeaders());
    blobs.put(id, new Stored(ByteBuffer.wrap(body).asReadOnlyBuffer(), headers));
    exchange.getResponseHeaders().set("Location", "/" + id);
    exchange.sendResponseHeaders(201, -1);
  }

  private void answer(HttpExchange exchange, String id, boolean onlyInfo) throws IOException {
    Stored stored = blobs.get(id);
    if (stored == null) {
      exchange.sendResponseHeaders(404, -1);
    } else if (exchange.getRequestMethod().equals("DELETE")) {
      blobs.remove(id);
      exchange.sendResponseHeaders(202, -1);
    } else if (onlyInfo) {
      stored.headers().forEach((name, values) -> exchange.getResponseHeaders().put(name, values));
      exchange.sendResponseHeaders(200, -1);
    } else {
      send(exchange, bytes(stored));
    }
  }

  private static byte[] bytes(Stored stored) {
    byte[] bytes = new byte[stored.content().capacity()];
    stored.content().duplicate().get(bytes);
    return bytes;
  }

  private void send(HttpExchange exchange, byte[] content) throws IOException {
    CRC32C crc = new CRC32C();
    crc.update(content);
    exchange.getResponseHeaders().set(BlobClient.CHECKSUM, FileDigest.encode(crc));
    exchange.sendResponseHeaders(200, content.length == 0 ? -1 : content.length);
    byte[] sent = content.clone();
    if (corrupt) {
      sent[sent.length / 2] ^= 1;
    }
    exchange.getResponseBody().write(sent, 0, breakOff ? sent.length / 2 : sent.length);
  }
}
