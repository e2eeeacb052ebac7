package io.aumbry.frontend.rest;

import io.aumbry.config.json.JsonWriter;
import io.aumbry.frontend.http.FieldText;
import io.aumbry.frontend.http.Names;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.transport.http.HttpHeaders;

/** The answer to a refused request: Ambry's fields, and a body as in RFC 9457. */
public final class Problem {
  private static final int MAX_REASON_LENGTH = 1024;

  private Problem() {}

  /** RFC 9457, with {@code code} and {@code requestId} as extensions. */
  private record Document(
      String type, String title, int status, String detail, String code, String requestId) {}

  /**
   * Loads the classes that write a body. This takes up to half a second, which would otherwise
   * block the event loop of the first error.
   */
  public static void prepare() {
    JsonWriter.CAMEL_CASE.bytes(new Document("", "", 0, "", "", ""));
  }

  public static Answer.Whole answer(
      Refusal refusal, String requestId, HttpHeaders.Builder headers) {
    RestError error = refusal.error();
    String reason = FieldText.flatten(refusal.reason(), MAX_REASON_LENGTH);
    headers
        .add(Names.ERROR_CODE, error.wireName())
        .add(Names.FAILURE_REASON, reason)
        .add("Content-Type", "application/problem+json")
        // Caches may otherwise keep 404, 405 and 410 (RFC 9110, 15.1).
        .add("Cache-Control", "no-store");
    if (!refusal.fieldName().isEmpty()) {
      headers.add(refusal.fieldName(), refusal.fieldValue());
    }
    byte[] body =
        JsonWriter.CAMEL_CASE.bytes(
            new Document(
                "about:blank",
                error.phrase(),
                error.status(),
                reason,
                error.wireName(),
                requestId));
    return new Answer.Whole(error.status(), headers, Body.of(HeapBuffer.copyOf(body)));
  }
}
