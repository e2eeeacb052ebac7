package io.aumbry.frontend.rest;

import io.aumbry.config.json.JsonWriter;
import io.aumbry.frontend.http.FieldText;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.transport.http.HttpHeaders;

/** The answer to a request that was refused: Ambry's fields, and a body as RFC 9457 has it. */
public final class Problem {
  /** In characters; what is longer is cut. */
  private static final int MAX_REASON_LENGTH = 1024;

  private Problem() {}

  /** The body, as RFC 9457 has it, with two members of Aumbry's own at the end. */
  private record Document(
      String type, String title, int status, String detail, String code, String requestId) {}

  /**
   * Loads the classes that write a body. That takes up to half a second, for which the first error
   * would otherwise stop its event loop.
   */
  public static void prepare() {
    JsonWriter.CAMEL_CASE.bytes(new Document("", "", 0, "", "", ""));
  }

  /** Adds the fields and makes the body. */
  public static Answer.Whole answer(
      Refusal refusal, String requestId, HttpHeaders.Builder headers) {
    RestError error = refusal.error();
    String reason = FieldText.flatten(refusal.reason(), MAX_REASON_LENGTH);
    headers
        .add(Names.ERROR_CODE, error.wireName())
        .add(Names.FAILURE_REASON, reason)
        .add("Content-Type", "application/problem+json")
        // Without this, 404, 405 and 410 may be kept by caches (RFC 9110, 15.1).
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
