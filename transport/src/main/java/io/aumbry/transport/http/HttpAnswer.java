package io.aumbry.transport.http;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A complete response.
 *
 * @param body owned by the response
 */
public record HttpAnswer(HttpResponse head, Body body) {
  /** A response with only the status and the reason of a fault. */
  static HttpAnswer plain(HttpFault fault) {
    HttpHeaders.Builder headers = HttpHeaders.builder().add("Content-Type", "text/plain");
    byte[] reason = fault.reason().getBytes(StandardCharsets.US_ASCII);
    return new HttpAnswer(
        new HttpResponse(fault.kind().status(), headers.build()),
        Body.of(HeapBuffer.copyOf(reason)));
  }
}
