package io.aumbry.transport.http;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import java.nio.charset.StandardCharsets;

/**
 * An error that the server itself answers, before or instead of a handler: the one place that says
 * what such answers look like.
 *
 * @param status of the response
 * @param code as in {@code x-ambry-error-code}
 * @param title the name of the status
 * @param reason for people; plain ASCII without quotes or backslashes
 */
record ServerError(int status, String code, String title, String reason) {
  static ServerError badRequest(String reason) {
    return new ServerError(400, "BadRequest", "Bad Request", plain(reason));
  }

  static ServerError timeout(String reason) {
    return new ServerError(408, "RequestTimeout", "Request Timeout", plain(reason));
  }

  static ServerError targetTooLong(int limit) {
    return new ServerError(
        414, "BadRequest", "URI Too Long", "The request line is longer than " + limit + " bytes");
  }

  static ServerError expectationFailed(String expectation) {
    return new ServerError(
        417, "BadRequest", "Expectation Failed", plain("Expect: " + expectation));
  }

  static ServerError headersTooLarge(int limit) {
    return new ServerError(
        431,
        "BadRequest",
        "Request Header Fields Too Large",
        "The header fields are larger than " + limit + " bytes");
  }

  static ServerError internal() {
    return new ServerError(
        500, "InternalServerError", "Internal Server Error", "The request was not answered");
  }

  static ServerError tooManyPipelined(int limit) {
    return new ServerError(
        503,
        "ServiceUnavailable",
        "Service Unavailable",
        "More than " + limit + " requests wait on this connection");
  }

  HttpResponse response() {
    HttpHeaders.Builder headers =
        HttpHeaders.builder()
            .add("content-type", "application/problem+json")
            .add("x-ambry-error-code", code)
            .add("x-ambry-failure-reason", reason);
    return new HttpResponse(status, headers.build());
  }

  Body body() {
    String problem =
        "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\"}"
            .formatted(title, status, reason);
    return Body.of(HeapBuffer.copyOf(problem.getBytes(StandardCharsets.US_ASCII)));
  }

  private static String plain(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.chars()
        .limit(200)
        .forEach(c -> plain.append(c < ' ' || c > '~' || c == '"' || c == '\\' ? ' ' : (char) c));
    return plain.toString();
  }
}
