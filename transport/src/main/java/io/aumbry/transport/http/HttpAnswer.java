package io.aumbry.transport.http;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A response that is there as a whole.
 *
 * @param body owned by the answer
 */
public record HttpAnswer(HttpResponse head, Body body) {
  /** The status of a fault and its reason, and nothing else. */
  static HttpAnswer plain(HttpFault fault) {
    HttpHeaders.Builder headers = HttpHeaders.builder().add("Content-Type", "text/plain");
    byte[] reason = fault.reason().getBytes(StandardCharsets.US_ASCII);
    return new HttpAnswer(
        new HttpResponse(fault.kind().status(), headers.build()),
        Body.of(HeapBuffer.copyOf(reason)));
  }
}
