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
import java.util.Map;

/** A REST client of a frontend, with the JDK's HTTP client. */
final class RestClient implements AutoCloseable {
  private static final Duration TIMEOUT = Patience.LIMIT;
  private static final int UNAVAILABLE = 503;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  private final URI endpoint;
  private final OnUnavailable onUnavailable;

  RestClient(URI endpoint, OnUnavailable onUnavailable) {
    this.endpoint = endpoint;
    this.onUnavailable = onUnavailable;
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
    HttpRequest.Builder request = HttpRequest.newBuilder(endpoint.resolve(path)).timeout(TIMEOUT);
    return headers.length == 0 ? request : request.headers(headers);
  }

  private <T> HttpResponse<T> send(HttpRequest.Builder builder, BodyHandler<T> handler) {
    HttpRequest request = builder.build();
    HttpResponse<T> first = sendOnce(request, handler);
    if (first.statusCode() != UNAVAILABLE || onUnavailable == OnUnavailable.RETURN) {
      return first;
    }
    return Patience.await()
        .until(() -> sendOnce(request, handler), next -> next.statusCode() != UNAVAILABLE);
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
