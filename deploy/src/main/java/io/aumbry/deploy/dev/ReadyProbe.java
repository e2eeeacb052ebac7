package io.aumbry.deploy.dev;

import io.aumbry.deploy.process.Pause;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds out when a frontend is of use, by using it: a blob is put, read and deleted. It is asked
 * only after the frontend says itself that it is ready, which takes no more than a quorum; so that
 * a node may be lost at once, the frontend must see all copies of all partitions then.
 */
final class ReadyProbe implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int TELL_EVERY = 200;
  private static final int TRIES_FOR_ALL_COPIES = 1200;
  private static final String INCOMPLETE = "aumbry_cluster_partitions_incomplete ";
  private static final String CONTENT = "is anybody there?";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final Pause pause = new Pause();
  private final Consumer<String> notices;

  /**
   * A probe.
   *
   * @param notices is told, now and then, what a frontend still waits for
   */
  ReadyProbe(Consumer<String> notices) {
    this.notices = notices;
  }

  /**
   * Returns when a PUT, a GET and a DELETE have worked and all copies are there, or have not come
   * for {@value #TRIES_FOR_ALL_COPIES} tries: a cluster that has lost some can be used as well.
   */
  void await(String name, int port, int adminPort) throws InterruptedException {
    await(name, Integer.MAX_VALUE, () -> missing(port, adminPort));
    await(name, TRIES_FOR_ALL_COPIES, () -> missingCopies(adminPort))
        .ifPresent(missing -> notices.accept(name + " does not wait any longer: " + missing));
  }

  private Optional<String> await(String name, int tries, Check check) throws InterruptedException {
    Optional<String> missing = check.missing();
    for (int done = 1; missing.isPresent() && done < tries; done++) {
      if (done % TELL_EVERY == 0) {
        notices.accept("still waiting for " + name + ": " + missing.get());
      }
      pause.of(BETWEEN);
      missing = check.missing();
    }
    return missing;
  }

  /** What a frontend is asked. */
  private interface Check {
    /** Empty when nothing is. */
    Optional<String> missing() throws InterruptedException;
  }

  @Override
  public void close() {
    pause.close();
    http.close();
  }

  private Optional<String> missing(int port, int adminPort) throws InterruptedException {
    try {
      HttpResponse<String> ready =
          http.send(request(adminPort, "/readyz").GET().build(), BodyHandlers.ofString());
      return ready.statusCode() == 200 ? use(port) : Optional.of(ready.body().strip());
    } catch (IOException unreachable) {
      return Optional.of("no answer from its ports");
    }
  }

  private Optional<String> missingCopies(int adminPort) throws InterruptedException {
    try {
      long incomplete =
          http.send(request(adminPort, "/metrics").GET().build(), BodyHandlers.ofLines())
              .body()
              .filter(line -> line.startsWith(INCOMPLETE))
              .mapToLong(
                  line -> Math.round(Double.parseDouble(line.substring(INCOMPLETE.length()))))
              .sum();
      return incomplete == 0
          ? Optional.empty()
          : Optional.of(incomplete + " partitions have not all of their copies");
    } catch (IOException unreachable) {
      return Optional.of("no answer from its admin port");
    }
  }

  private Optional<String> use(int port) throws IOException, InterruptedException {
    HttpResponse<Void> put =
        http.send(
            request(port, "/")
                .header("x-ambry-service-id", "aumbry-dev")
                .header("x-ambry-content-type", "text/plain")
                .header("x-ambry-ttl", "60")
                .POST(BodyPublishers.ofString(CONTENT))
                .build(),
            BodyHandlers.discarding());
    if (put.statusCode() != 201) {
      return Optional.of("a PUT was answered with " + put.statusCode());
    }
    String id = put.headers().firstValue("Location").orElse("");
    HttpResponse<String> got = http.send(request(port, id).GET().build(), BodyHandlers.ofString());
    HttpResponse<Void> deleted =
        http.send(request(port, id).DELETE().build(), BodyHandlers.discarding());
    return got.statusCode() == 200 && got.body().equals(CONTENT) && deleted.statusCode() == 202
        ? Optional.empty()
        : Optional.of(
            "a GET was answered with "
                + got.statusCode()
                + ", a DELETE with "
                + deleted.statusCode());
  }

  private static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(PATIENCE);
  }
}
