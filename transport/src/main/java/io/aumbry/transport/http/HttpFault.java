package io.aumbry.transport.http;

import java.net.InetSocketAddress;

/**
 * The reason for which the server itself answers a request, before or instead of its handler. The
 * handler gives the answer its form ({@link HttpHandler#refuse}).
 *
 * @param reason for people: one line of plain ASCII
 * @param headers of the request, up to the first that could not be read
 * @param peer address of the client, or of the proxy before it
 */
public record HttpFault(Kind kind, String reason, HttpHeaders headers, InetSocketAddress peer) {
  /** In characters; the rest is cut. */
  private static final int MAX_REASON_LENGTH = 200;

  /** The fault and its status in RFC 9110, section 15, and RFC 6585. */
  public enum Kind {
    /** It is not HTTP, or could be read in two ways. */
    MALFORMED(400),
    /** The client sends too slowly. */
    TOO_SLOW(408),
    REQUEST_LINE_TOO_LONG(414),
    /** It has an unknown expectation. */
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
