package io.aumbry.tests.cluster;

import io.aumbry.protocol.runtime.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A REST client of a frontend, with the JDK's HTTP client. */
final class RestClient implements AutoCloseable {
  private static final Duration TIMEOUT = Patience.LIMIT;
  private static final int UNAVAILABLE = 503;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  private final List<URI> endpoints;
  private final OnUnavailable onUnavailable;
  private final RequestTimes times;

  /** The address that answered last. */
  private final AtomicInteger current = new AtomicInteger();

  RestClient(URI endpoint, OnUnavailable onUnavailable) {
    this(List.of(endpoint), onUnavailable, new RequestTimes());
  }

  private RestClient(List<URI> endpoints, OnUnavailable onUnavailable, RequestTimes times) {
    this.endpoints = List.copyOf(endpoints);
    this.onUnavailable = onUnavailable;
    this.times = times;
  }

  /**
   * A client of several frontends. If one does not answer, or answers 503, it sends the request
   * once to each of the others.
   */
  static RestClient ofSeveral(List<URI> endpoints) {
    return ofSeveral(endpoints, OnUnavailable.RETURN, new RequestTimes());
  }

  /** As {@link #ofSeveral(List)}, and records how long requests take. */
  static RestClient ofSeveral(
      List<URI> endpoints, OnUnavailable onUnavailable, RequestTimes times) {
    return new RestClient(endpoints, onUnavailable, times);
  }

  /** The reaction to an answer of 503, after which a client may try again. */
  enum OnUnavailable {
    /** Returns the answer, for tests of the answers that clients see. */
    RETURN,
    /** Repeats the request until the patience of the test ends, for all other tests. */
    REPEAT
  }

  /** Uploads to the public container, and returns the answer with any status. */
  HttpResponse<String> post(BodyPublisher body, Map<String, String> headers) {
    HttpRequest.Builder request =
        request("/")
            .POST(body)
            .setHeader("x-ambry-service-id", "tests")
            .setHeader("x-ambry-content-type", "application/octet-stream")
            .setHeader("x-ambry-target-account-name", "aumbry")
            .setHeader("x-ambry-target-container-name", "public");
    headers.forEach(request::setHeader);
    return send(request, BodyHandlers.ofString());
  }

  /** Uploads, and returns the path of the new blob, {@code /id}. */
  String put(byte[] content) {
    return put(BodyPublishers.ofByteArray(content), Map.of());
  }

  String put(BodyPublisher body, Map<String, String> headers) {
    HttpResponse<String> response = post(body, headers);
    if (response.statusCode() != 201) {
      throw new AssertionError("POST: " + response.statusCode() + " " + response.body());
    }
    return response.headers().firstValue("Location").orElseThrow();
  }

  /** Uploads to a path, and returns the answer with any status. */
  HttpResponse<String> put(String path, BodyPublisher body, Map<String, String> headers) {
    HttpRequest.Builder request =
        request(path)
            .PUT(body)
            .setHeader("x-ambry-service-id", "tests")
            .setHeader("x-ambry-content-type", "application/octet-stream");
    headers.forEach(request::setHeader);
    return send(request, BodyHandlers.ofString());
  }

  HttpResponse<byte[]> get(String path, String... headers) {
    return send(request(path, headers).GET(), BodyHandlers.ofByteArray());
  }

  <T> HttpResponse<T> get(String path, BodyHandler<T> handler) {
    return send(request(path).GET(), handler);
  }

  HttpResponse<byte[]> head(String path, String... headers) {
    return send(request(path, headers).HEAD(), BodyHandlers.ofByteArray());
  }

  HttpResponse<byte[]> delete(String path) {
    return send(
        request(path).DELETE().setHeader("x-ambry-service-id", "tests"),
        BodyHandlers.ofByteArray());
  }

  /** Sends {@code PUT /updateTtl} or {@code PUT /undelete}. */
  HttpResponse<byte[]> change(String operation, String path) {
    return send(
        request(operation)
            .PUT(HttpRequest.BodyPublishers.noBody())
            .setHeader("x-ambry-service-id", "tests")
            .setHeader("x-ambry-blob-id", path),
        BodyHandlers.ofByteArray());
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoints.get(current.get()).resolve(path)).timeout(TIMEOUT);
    return headers.length == 0 ? request : request.headers(headers);
  }

  private <T> HttpResponse<T> send(HttpRequest.Builder builder, BodyHandler<T> handler) {
    HttpRequest request = builder.build();
    long began = System.nanoTime();
    HttpResponse<T> last = sendToAny(request, handler);
    if (last.statusCode() == UNAVAILABLE && onUnavailable == OnUnavailable.REPEAT) {
      times.refused();
      last =
          Patience.await()
              .until(() -> sendToAny(request, handler), next -> next.statusCode() != UNAVAILABLE);
    }
    times.answered(System.nanoTime() - began);
    return last;
  }

  /** Returns the answer of the first endpoint that is not unavailable, or else any answer. */
  private <T> HttpResponse<T> sendToAny(HttpRequest request, BodyHandler<T> handler) {
    if (endpoints.size() == 1) {
      return sendOnce(request, handler);
    }
    Optional<HttpResponse<T>> refusal = Optional.empty();
    int tried = current.get();
    for (int others = endpoints.size() - 1; others > 0; others--) {
      try {
        HttpResponse<T> response = sendOnce(to(tried, request), handler);
        if (response.statusCode() != UNAVAILABLE) {
          return response;
        }
        refusal = Optional.of(response);
      } catch (UncheckedIOException unreachable) {
        // The next address may be reachable.
      }
      times.passedOn();
      tried = (tried + 1) % endpoints.size();
      current.set(tried);
    }
    try {
      return sendOnce(to(tried, request), handler);
    } catch (UncheckedIOException unreachable) {
      return refusal.orElseThrow(() -> unreachable);
    }
  }

  private HttpRequest to(int endpoint, HttpRequest request) {
    String path = request.uri().getRawPath();
    String query = request.uri().getRawQuery();
    URI uri = endpoints.get(endpoint).resolve(query == null ? path : path + "?" + query);
    return HttpRequest.newBuilder(request, (name, value) -> true).uri(uri).build();
  }

  private <T> HttpResponse<T> sendOnce(HttpRequest request, BodyHandler<T> handler) {
    try {
      return http.send(request, handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
