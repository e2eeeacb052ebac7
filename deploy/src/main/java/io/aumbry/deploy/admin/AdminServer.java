package io.aumbry.deploy.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Serves the admin port of a process, and its metrics over JMX. */
public final class AdminServer implements AutoCloseable {
  private static final int BACKLOG = 16;

  private final HttpServer server;
  private final ExecutorService threads;
  private final MetricsBean jmx;

  private AdminServer(HttpServer server, ExecutorService threads, MetricsBean jmx) {
    this.server = server;
    this.threads = threads;
    this.jmx = jmx;
  }

  /**
   * Starts to serve.
   *
   * @param name of the process, also of its JMX domain
   * @param missing the reason why the process is not ready, empty if it is
   */
  public static AdminServer start(
      String name,
      InetSocketAddress address,
      MetricsPage metrics,
      Supplier<Optional<String>> missing)
      throws IOException {
    HttpServer server = HttpServer.create(address, BACKLOG);
    server.createContext("/healthz", exchange -> answer(exchange, "/healthz", 200, "ok\n"));
    server.createContext("/readyz", exchange -> answerReady(exchange, missing.get()));
    server.createContext(
        "/metrics", exchange -> answer(exchange, "/metrics", 200, metrics.render()));
    server.createContext("/", exchange -> send(exchange, 404, "not found\n"));
    // One thread for each request, because a client that stops within its request blocks one.
    ExecutorService threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("admin-" + name + "-", 0).factory());
    server.setExecutor(threads);
    server.start();
    return new AdminServer(server, threads, MetricsBean.register(name, metrics));
  }

  public InetSocketAddress address() {
    return server.getAddress();
  }

  @Override
  public void close() {
    jmx.close();
    server.stop(0);
    threads.shutdown();
  }

  private static void answerReady(HttpExchange exchange, Optional<String> missing)
      throws IOException {
    int status = missing.isEmpty() ? 200 : 503;
    answer(exchange, "/readyz", status, missing.orElse("ready") + "\n");
  }

  /** The JDK's contexts match prefixes, but only whole paths and GET are allowed here. */
  private static void answer(HttpExchange exchange, String path, int status, String text)
      throws IOException {
    if (!exchange.getRequestURI().getPath().equals(path)) {
      send(exchange, 404, "not found\n");
    } else if (!exchange.getRequestMethod().equals("GET")) {
      exchange.getResponseHeaders().set("Allow", "GET");
      send(exchange, 405, "only GET\n");
    } else {
      send(exchange, status, text);
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", MetricsPage.CONTENT_TYPE);
    try (exchange) {
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }
}
