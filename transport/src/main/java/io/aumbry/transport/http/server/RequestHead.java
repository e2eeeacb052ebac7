package io.aumbry.transport.http.server;

import io.aumbry.transport.http.HttpFault.Kind;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpLimits;
import io.aumbry.transport.http.HttpRequest;
import io.aumbry.transport.http.HttpTarget;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.AsciiString;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The head of an HTTP/1.1 request. An ambiguous head is invalid (RFC 9112, sections 3.2, 6.1 and
 * 11.2).
 */
sealed interface RequestHead {
  /**
   * A valid head.
   *
   * @param keepAlive whether the client wants to send another request
   * @param expectsContinue whether the client waits for permission to send the body
   */
  record Valid(HttpRequest request, boolean keepAlive, boolean expectsContinue)
      implements RequestHead {}

  /** An invalid head. The bytes after it cannot be trusted. */
  record Invalid(Kind kind, String reason) implements RequestHead {}

  /** More digits would overflow a long. */
  int MAX_LENGTH_DIGITS = 18;

  int MAX_METHOD_LENGTH = 24;

  static RequestHead read(
      io.netty.handler.codec.http.HttpRequest raw, HttpLimits limits, InetSocketAddress peer) {
    if (raw.decoderResult().isFailure()) {
      return malformed(raw.decoderResult().cause(), limits);
    }
    String method = raw.method().name();
    if (!isMethod(method)) {
      return bad("The method is malformed");
    }
    boolean http11 = raw.protocolVersion().equals(HttpVersion.HTTP_1_1);
    if (!http11 && !raw.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
      return bad("Version " + raw.protocolVersion().text() + " is not supported");
    }
    List<String> hosts = all(raw, HttpHeaderNames.HOST);
    if (hosts.size() > 1 || (http11 && hosts.isEmpty())) {
      return bad("There must be exactly one Host header field, not " + hosts.size());
    }
    if (!hosts.isEmpty() && !HttpTarget.isAuthority(hosts.get(0))) {
      return bad("Host is '" + hosts.get(0) + "', not a host and a port");
    }
    Optional<HttpTarget> target = HttpTarget.parse(method, raw.uri());
    return target.isEmpty()
        ? bad("The request target is neither a path nor an http URI that " + method + " allows")
        : framed(raw, target.get(), http11, peer);
  }

  private static RequestHead framed(
      io.netty.handler.codec.http.HttpRequest raw,
      HttpTarget target,
      boolean http11,
      InetSocketAddress peer) {
    List<String> codings = all(raw, HttpHeaderNames.TRANSFER_ENCODING);
    List<String> lengths = all(raw, HttpHeaderNames.CONTENT_LENGTH);
    boolean chunked = !codings.isEmpty();
    if (chunked && (!http11 || !lengths.isEmpty())) {
      return bad("Transfer-Encoding must not be used with Content-Length or in HTTP/1.0");
    }
    if (chunked && (codings.size() > 1 || !codings.get(0).equalsIgnoreCase("chunked"))) {
      return bad("Transfer-Encoding must be chunked");
    }
    if (lengths.size() > 1 || (lengths.size() == 1 && !isLength(lengths.get(0)))) {
      return bad("Content-Length must be one number of at most 18 digits");
    }
    if (raw.headers().contains(HttpHeaderNames.SEC_WEBSOCKET_KEY1)) {
      return bad("Sec-WebSocket-Key1 is not supported, because it implies a body without a length");
    }
    List<String> expectations = all(raw, HttpHeaderNames.EXPECT);
    for (String expectation : expectations) {
      if (!expectation.equalsIgnoreCase("100-continue")) {
        return new Invalid(Kind.EXPECTATION_FAILED, "Expect is " + expectation);
      }
    }
    long length = chunked ? -1 : lengths.isEmpty() ? 0 : Long.parseLong(lengths.get(0));
    return new Valid(
        request(raw, target, length, peer),
        keepAlive(raw, http11),
        http11 && !expectations.isEmpty() && length != 0);
  }

  private static HttpRequest request(
      io.netty.handler.codec.http.HttpRequest raw,
      HttpTarget target,
      long length,
      InetSocketAddress peer) {
    if (!target.authority().isEmpty()) {
      raw.headers().set(HttpHeaderNames.HOST, target.authority());
    }
    return new HttpRequest(
        raw.method().name(), target.path(), target.query(), headers(raw), length, peer);
  }

  /** All fields of a head, up to the first malformed one. */
  static HttpHeaders headers(io.netty.handler.codec.http.HttpRequest raw) {
    HttpHeaders.Builder headers = HttpHeaders.builder();
    for (Map.Entry<String, String> field : raw.headers()) {
      headers.add(field.getKey(), field.getValue());
    }
    return headers.build();
  }

  private static boolean keepAlive(io.netty.handler.codec.http.HttpRequest raw, boolean http11) {
    boolean close = raw.headers().containsValue(HttpHeaderNames.CONNECTION, "close", true);
    return !close
        && (http11 || raw.headers().containsValue(HttpHeaderNames.CONNECTION, "keep-alive", true));
  }

  private static RequestHead malformed(Throwable cause, HttpLimits limits) {
    return switch (cause) {
      case TooLongHttpLineException _ ->
          new Invalid(
              Kind.REQUEST_LINE_TOO_LONG,
              "The request line is longer than " + limits.initialLineBytes() + " bytes");
      case TooLongHttpHeaderException _ ->
          new Invalid(
              Kind.HEADERS_TOO_LARGE,
              "The header fields are larger than " + limits.headerBytes() + " bytes");
      default -> bad("The request is malformed: " + cause.getMessage());
    };
  }

  private static boolean isMethod(String method) {
    return method.length() <= MAX_METHOD_LENGTH
        && !method.isEmpty()
        && consistsOf(method, c -> (c >= 'A' && c <= 'Z') || c == '-' || c == '_');
  }

  private static boolean isLength(String length) {
    return !length.isEmpty()
        && length.length() <= MAX_LENGTH_DIGITS
        && consistsOf(length, c -> c >= '0' && c <= '9');
  }

  /** A stream would allocate several objects for each request. */
  private static boolean consistsOf(String text, IntPredicate characters) {
    for (int i = 0; i < text.length(); i++) {
      if (!characters.test(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** All values of a field. Allocates nothing if the field is absent. */
  private static List<String> all(io.netty.handler.codec.http.HttpRequest raw, AsciiString name) {
    return raw.headers().contains(name) ? raw.headers().getAll(name) : List.of();
  }

  private static RequestHead bad(String reason) {
    return new Invalid(Kind.MALFORMED, reason);
  }
}
