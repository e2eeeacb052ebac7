package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.transport.http.HttpHeaders;
import java.nio.charset.StandardCharsets;

/**
 * A reply as the client received it.
 *
 * @param contentLength from the head
 * @param body shorter than the content length if the exchange broke off
 */
record Reply(int status, HttpHeaders headers, long contentLength, HeapBuffer body) {
  String header(String name) {
    assertThat(headers.all(name)).as(name).hasSizeLessThanOrEqualTo(1);
    return headers.first(name).orElse("");
  }

  boolean has(String name) {
    return headers.first(name).isPresent();
  }

  byte[] content() {
    byte[] content = new byte[body.size()];
    body.view().get(content);
    return content;
  }

  String text() {
    return new String(content(), StandardCharsets.UTF_8);
  }

  boolean isComplete() {
    return body.size() == contentLength;
  }
}
