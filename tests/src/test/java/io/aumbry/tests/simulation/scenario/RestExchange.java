package io.aumbry.tests.simulation.scenario;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import io.aumbry.transport.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** A request to a frontend of a simulated cluster, and its response. */
final class RestExchange implements HttpExchange {
  private final HttpRequest request;
  private final Carrier carrier;
  private final ByteSource body;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private Optional<HttpResponse> response = Optional.empty();

  RestExchange(String method, String path, byte[] content, Carrier carrier) {
    HttpHeaders.Builder headers = HttpHeaders.builder();
    headers.add("x-ambry-service-id", "simulation");
    headers.add("x-ambry-content-type", "application/octet-stream");
    headers.add("x-ambry-target-account-name", "aumbry");
    headers.add("x-ambry-target-container-name", "public");
    this.request =
        new HttpRequest(
            method,
            path,
            "",
            headers.build(),
            content.length,
            InetSocketAddress.createUnresolved("client", 1));
    this.carrier = carrier;
    this.body =
        BytesOfTests.source(content.length == 0 ? List.of() : List.of(HeapBuffer.copyOf(content)));
  }

  @Override
  public HttpRequest request() {
    return request;
  }

  @Override
  public Carrier carrier() {
    return carrier;
  }

  @Override
  public ByteSource body() {
    return body;
  }

  @Override
  public void respond(HttpResponse head, Body content) {
    response = Optional.of(head);
    received.writeBytes(content.toByteArray());
    content.close();
  }

  @Override
  public ByteSink respond(HttpResponse head, long contentLength) {
    response = Optional.of(head);
    return this::receive;
  }

  private void receive(Buffer bytes) {
    try (bytes) {
      byte[] array = new byte[bytes.size()];
      bytes.view().get(array);
      received.writeBytes(array);
    }
  }

  @Override
  public boolean hasResponded() {
    return response.isPresent();
  }

  int status() {
    return response.orElseThrow().status();
  }

  String header(String name) {
    return response.orElseThrow().headers().first(name).orElse("");
  }

  byte[] content() {
    return received.toByteArray();
  }
}
