package io.aumbry.transport.http;

import java.net.InetSocketAddress;

/**
 * The reason why the server itself responds to a request, before or instead of its handler. {@link
 * HttpHandler#refuse} builds the response.
 *
 * @param reason for people: one line of plain ASCII
 * @param headers of the request, up to the first malformed field
 * @param peer address of the client, or of the last proxy
 */
public record HttpFault(Kind kind, String reason, HttpHeaders headers, InetSocketAddress peer) {
  /** In characters. The rest is cut off. */
  private static final int MAX_REASON_LENGTH = 200;

  /** The fault and its status, as in RFC 9110, section 15, and RFC 6585. */
  public enum Kind {
    /** The request is not HTTP, or is ambiguous. */
    MALFORMED(400),
    /** The client sends too slowly. */
    TOO_SLOW(408),
    REQUEST_LINE_TOO_LONG(414),
    /** The request has an unknown expectation. */
    EXPECTATION_FAILED(417),
    HEADERS_TOO_LARGE(431),
    /** The handler returned without a response. */
    UNANSWERED(500);

    private final int status;

    Kind(int status) {
      this.status = status;
    }

    public int status() {
      return status;
    }
  }

  public HttpFault {
    StringBuilder plain = new StringBuilder();
    reason
        .chars()
        .limit(MAX_REASON_LENGTH)
        .forEach(c -> plain.append(c < ' ' || c > '~' ? ' ' : (char) c));
    reason = plain.toString();
  }
}
