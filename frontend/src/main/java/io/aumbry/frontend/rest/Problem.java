package io.aumbry.frontend.rest;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.aumbry.frontend.http.FieldText;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.transport.http.HttpHeaders;
import java.nio.charset.StandardCharsets;

/** The answer to a request that was refused: Ambry's fields, and a body as RFC 9457 has it. */
public final class Problem {
  /** In characters; what is longer is cut. */
  private static final int MAX_REASON_LENGTH = 1024;

  private Problem() {}

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
    byte[] body = json(error, reason, requestId).getBytes(StandardCharsets.UTF_8);
    return new Answer.Whole(error.status(), headers, Body.of(HeapBuffer.copyOf(body)));
  }

  private static String json(RestError error, String reason, String requestId) {
    StringBuilder json = new StringBuilder(200 + reason.length());
    json.append("{\"type\":\"about:blank\",\"title\":\"").append(error.phrase());
    json.append("\",\"status\":").append(error.status());
    json.append(",\"detail\":\"");
    JsonStringEncoder.getInstance().quoteAsString(reason, json);
    json.append("\",\"code\":\"").append(error.wireName());
    json.append("\",\"requestId\":\"");
    JsonStringEncoder.getInstance().quoteAsString(requestId, json);
    return json.append("\"}").toString();
  }
}
