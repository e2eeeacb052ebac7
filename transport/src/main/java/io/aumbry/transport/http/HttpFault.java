package io.aumbry.transport.http;

import java.net.InetSocketAddress;

/**
 * Why a request is answered by the server itself, before or instead of its handler. What the answer
 * looks like is up to {@link HttpHandler#refuse}.
 *
 * @param reason for people: one line of plain ASCII
 * @param headers of the request, as far as they could be read
 * @param peer address of the client, or of the proxy before it
 */
public record HttpFault(Kind kind, String reason, HttpHeaders headers, InetSocketAddress peer) {
  /** In characters; what is longer is cut. */
  private static final int MAX_REASON_LENGTH = 200;

  /** What is wrong, and the status that RFC 9110, 15 and RFC 6585 have for it. */
  public enum Kind {
    /** It is not HTTP, or could be read in two ways. */
    MALFORMED(400),
    /** The client sends too slowly. */
    TOO_SLOW(408),
    REQUEST_LINE_TOO_LONG(414),
    /** It expects what is not known here. */
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
