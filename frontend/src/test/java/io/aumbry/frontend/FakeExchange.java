package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpRequest;
import io.aumbry.transport.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.util.Locale;
import java.util.Optional;

/** An exchange with a client in memory. It enforces the contract of {@code HttpExchange}. */
final class FakeExchange implements HttpExchange {
  private final HttpRequest request;
  private final Carrier carrier;
  private final ChunkedSource body;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private Optional<HttpResponse> response = Optional.empty();
  private long contentLength;
  private long clientLeavesAt = Long.MAX_VALUE;

  FakeExchange(HttpRequest request, Carrier carrier, ChunkedSource body) {
    this.request = request;
    this.carrier = carrier;
    this.body = body;
  }

  /** The client disconnects after the given bytes of content; 0 is at the head. */
  FakeExchange clientLeavingAt(long bytes) {
    clientLeavesAt = bytes;
    return this;
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
    begin(head, content.size());
    if (!request.method().equals("HEAD")) {
      received.writeBytes(content.toByteArray());
    }
    content.close();
  }

  @Override
  public ByteSink respond(HttpResponse head, long length) {
    begin(head, length);
    return this::receive;
  }

  private void begin(HttpResponse head, long length) {
    assertThat(response).as("only one response").isEmpty();
    assertThat(head.status()).isBetween(200, 599);
    head.headers()
        .forEach((name, value) -> {
          assertThat(name).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
          assertThat(value).as(name).matches("[\\x20-\\x7E\\t]*");
          assertThat(name.toLowerCase(Locale.ROOT))
              .isNotIn("content-length", "date", "connection", "transfer-encoding");
        });
    response = Optional.of(head);
    contentLength = length;
    if (clientLeavesAt == 0) {
      throw gone();
    }
  }

  private void receive(Buffer bytes) {
    assertThat(request.method()).isNotEqualTo("HEAD");
    try (bytes) {
      byte[] array = new byte[bytes.size()];
      bytes.view().get(array);
      received.writeBytes(array);
    }
    assertThat((long) received.size()).isLessThanOrEqualTo(contentLength);
    if (received.size() >= clientLeavesAt) {
      throw gone();
    }
  }

  private static AumbryException gone() {
    return new AumbryException(ErrorCode.CLIENT_GONE, "The client closed its connection");
  }

  @Override
  public boolean hasResponded() {
    return response.isPresent();
  }

  int bodyReads() {
    return body.reads();
  }

  Reply reply() {
    HttpResponse head = response.orElseThrow(() -> new AssertionError("no response"));
    return new Reply(
        head.status(), head.headers(), contentLength, HeapBuffer.copyOf(received.toByteArray()));
  }
}
