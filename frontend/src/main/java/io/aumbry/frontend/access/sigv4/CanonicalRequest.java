package io.aumbry.frontend.access.sigv4;

import io.aumbry.frontend.access.key.Hmac;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The text whose hash is signed: method, path, query, signed header fields and payload. It follows
 * the rules of S3: the path is decoded once and encoded again, and is not normalised.
 */
final class CanonicalRequest {
  private final WireRequest request;
  private final QueryText query;

  /** Whether a signed header may be a query parameter instead, as in presigned addresses. */
  private final boolean headersInQuery;

  CanonicalRequest(WireRequest request, QueryText query, boolean headersInQuery) {
    this.request = request;
    this.query = query;
    this.headersInQuery = headersInQuery;
  }

  /**
   * Builds the text.
   *
   * @param signedHeaders in lower case, sorted
   */
  String text(List<String> signedHeaders, String payload) {
    StringBuilder out = new StringBuilder(512);
    out.append(request.method()).append('\n');
    UriText.appendCanonical(out, request.rawPath(), true);
    out.append('\n').append(query.canonical()).append('\n');
    for (String name : signedHeaders) {
      appendHeader(out, name);
    }
    out.append('\n').append(String.join(";", signedHeaders)).append('\n').append(payload);
    return out.toString();
  }

  /** A header that is absent has no line, so that the signature cannot match. */
  private void appendHeader(StringBuilder out, String name) {
    boolean found = false;
    for (WireHeader header : request.headers()) {
      if (header.name().equalsIgnoreCase(name)) {
        out.append(found ? "," : name + ":");
        appendCollapsed(out, header.value());
        found = true;
      }
    }
    Optional<String> parameter = found || !headersInQuery ? Optional.empty() : query.anyCase(name);
    if (parameter.isPresent()) {
      out.append(name).append(':');
      appendCollapsed(out, parameter.get());
    }
    out.append(found || parameter.isPresent() ? "\n" : "");
  }

  /** Appends a value without outer blanks, and with one space for each run of inner blanks. */
  private static void appendCollapsed(StringBuilder out, String value) {
    boolean blank = false;
    int start = out.length();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == ' ' || c == '\t') {
        blank = out.length() > start;
        continue;
      }
      if (blank) {
        out.append(' ');
        blank = false;
      }
      out.append(c);
    }
  }

  static String stringToSign(String timestamp, Scope scope, String canonicalRequest) {
    byte[] bytes = canonicalRequest.getBytes(StandardCharsets.ISO_8859_1);
    return Scope.ALGORITHM
        + '\n'
        + timestamp
        + '\n'
        + scope.text()
        + '\n'
        + HexFormat.of().formatHex(Hmac.sha256().digest(bytes));
  }
}
