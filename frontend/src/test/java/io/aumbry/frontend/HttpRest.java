package io.aumbry.frontend;

import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A frontend behind the real server, and a client. */
final class HttpRest implements AutoCloseable {
  private final EventLoops loops;
  private final boolean ownsLoops;
  private final HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  HttpRest(Frontend frontend) {
    this(frontend, EventLoops.start(EventLoopConfig.defaults(), new SystemTime()), true);
  }

  /** A frontend on loops that others use too. */
  HttpRest(Frontend frontend, EventLoops loops) {
    this(frontend, loops, false);
  }

  private HttpRest(Frontend frontend, EventLoops loops, boolean ownsLoops) {
    this.loops = loops;
    this.ownsLoops = ownsLoops;
    this.server =
        HttpServer.start(
            loops, HttpServerConfig.defaults("127.0.0.1", 0), Optional.empty(), frontend);
  }

  int port() {
    return server.port();
  }

  HttpRequest.Builder to(String target) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + target));
  }

  HttpRequest.Builder upload(String account, String container, String content) {
    return to("/")
        .header("x-ambry-service-id", "tests")
        .header("x-ambry-content-type", "text/plain")
        .header("x-ambry-target-account-name", account)
        .header("x-ambry-target-container-name", container)
        .POST(BodyPublishers.ofString(content));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  HttpResponse<String> get(String target) {
    return send(to(target).GET());
  }

  static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  @Override
  public void close() {
    client.close();
    server.close();
    if (ownsLoops) {
      loops.close();
    }
  }
}
