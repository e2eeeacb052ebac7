package io.aumbry.transport.http;

import io.netty.handler.codec.http.HttpResponseStatus;

/** The phrases that go with status codes, as RFC 9110, 15 and RFC 6585 have them. */
public final class StatusPhrase {
  private StatusPhrase() {}

  public static String of(int status) {
    return switch (status) {
      // Netty has those of earlier RFCs.
      case 413 -> "Content Too Large";
      case 414 -> "URI Too Long";
      case 416 -> "Range Not Satisfiable";
      case 422 -> "Unprocessable Content";
      default -> HttpResponseStatus.valueOf(status).reasonPhrase();
    };
  }
}
