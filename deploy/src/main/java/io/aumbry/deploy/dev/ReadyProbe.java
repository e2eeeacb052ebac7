package io.aumbry.deploy.dev;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.process.Pause;
import io.aumbry.frontend.access.sigv4.RequestSigner;
import io.aumbry.frontend.access.sigv4.SignatureRules;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Finds out whether a frontend is usable by a PUT, GET and DELETE of a blob. The probe starts after
 * the frontend reports ready, which needs only a quorum. It then waits until the frontend sees all
 * copies of all partitions, so that the cluster can lose a node at once.
 */
final class ReadyProbe implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int TELL_EVERY = 200;
  private static final int TRIES_FOR_ALL_COPIES = 1200;
  private static final String INCOMPLETE = "aumbry_cluster_partitions_incomplete ";
  private static final String CONTENT = "is anybody there?";
  private static final String UPLOAD =
      "/?x-ambry-service-id=aumbry-dev&x-ambry-content-type=text%2Fplain&x-ambry-ttl=60";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final Time time = new SystemTime();
  private final Pause pause = new Pause();
  private final Consumer<String> notices;
  private final Supplier<Optional<String>> ended;
  private final ClientKey key;

  /**
   * @param notices receives, now and then, the condition that a frontend waits for
   * @param ended describes a process of the cluster that has ended by itself, if any
   * @param key signs requests, so that the probe works without anonymous access too
   */
  ReadyProbe(Consumer<String> notices, Supplier<Optional<String>> ended, ClientKey key) {
    this.notices = notices;
    this.ended = ended;
    this.key = key;
  }

  /**
   * Returns when a PUT, a GET and a DELETE have succeeded and all copies are present. Gives up on
   * the copies after {@value #TRIES_FOR_ALL_COPIES} tries, because a cluster that has lost some is
   * usable too.
   *
   * @throws ClientException if a process of the cluster has ended by itself
   */
  void await(String name, int port, int adminPort) throws InterruptedException {
    await(name, Integer.MAX_VALUE, () -> missing(port, adminPort));
    await(name, TRIES_FOR_ALL_COPIES, () -> missingCopies(adminPort))
        .ifPresent(missing -> notices.accept("no longer waiting for " + name + ": " + missing));
  }

  private Optional<String> await(String name, int tries, Check check) throws InterruptedException {
    Optional<String> missing = check.missing();
    for (int done = 1; missing.isPresent() && done < tries; done++) {
      if (done % TELL_EVERY == 0) {
        notices.accept("still waiting for " + name + ": " + missing.get());
      }
      ended
          .get()
          .ifPresent(end -> {
            throw new ClientException(ExitCode.FAILED, "the cluster is not ready: " + end);
          });
      pause.of(BETWEEN);
      missing = check.missing();
    }
    return missing;
  }

  private interface Check {
    /** The missing condition, or empty. */
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
      return Optional.of("no response from its ports");
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
          : Optional.of(incomplete + " partitions lack copies");
    } catch (IOException unreachable) {
      return Optional.of("no response from its admin port");
    }
  }

  private Optional<String> use(int port) throws IOException, InterruptedException {
    HttpResponse<Void> put =
        http.send(
            signed("POST", port, UPLOAD).POST(BodyPublishers.ofString(CONTENT)).build(),
            BodyHandlers.discarding());
    if (put.statusCode() != 201) {
      return Optional.of("a PUT returned status " + put.statusCode());
    }
    String id = put.headers().firstValue("Location").orElse("");
    HttpResponse<String> got =
        http.send(signed("GET", port, id).GET().build(), BodyHandlers.ofString());
    HttpResponse<Void> deleted =
        http.send(signed("DELETE", port, id).DELETE().build(), BodyHandlers.discarding());
    return got.statusCode() == 200 && got.body().equals(CONTENT) && deleted.statusCode() == 202
        ? Optional.empty()
        : Optional.of(
            "a GET returned status "
                + got.statusCode()
                + ", a DELETE status "
                + deleted.statusCode());
  }

  private HttpRequest.Builder signed(String method, int port, String path) {
    HttpRequest.Builder builder = request(port, path);
    String host = "127.0.0.1:" + port;
    int question = path.indexOf('?');
    WireRequest plain =
        new WireRequest(
            method,
            question < 0 ? path : path.substring(0, question),
            question < 0 ? "" : path.substring(question + 1),
            List.of(new WireHeader("host", host)));
    new RequestSigner(
            key.accessKeyId(), key.secret(), SignatureRules.DEFAULT_REGION, SignatureRules.S3)
        .sign(plain, "UNSIGNED-PAYLOAD", time.wallMillis()).request().headers().stream()
            .filter(field -> !field.name().equals("host"))
            .forEach(field -> builder.header(field.name(), field.value()));
    return builder;
  }

  private static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(PATIENCE);
  }
}
