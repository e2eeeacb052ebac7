package io.aumbry.transport.http;

import io.netty.handler.codec.http.HttpResponseStatus;

/** The reason phrases of status codes, as in RFC 9110, section 15, and RFC 6585. */
public final class StatusPhrase {
  private StatusPhrase() {}

  public static String of(int status) {
    return switch (status) {
      // Netty has phrases of earlier RFCs for these.
      case 413 -> "Content Too Large";
      case 414 -> "URI Too Long";
      case 416 -> "Range Not Satisfiable";
      case 422 -> "Unprocessable Content";
      default -> HttpResponseStatus.valueOf(status).reasonPhrase();
    };
  }
}
