package io.aumbry.transport.http.server;

import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import io.aumbry.transport.http.HttpTarget;
import io.netty.handler.codec.http2.Http2Headers;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts header fields from and to HTTP/2. */
final class Http2Fields {
  private static final Set<String> OF_THE_CONNECTION =
      Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

  /** The field that {@code :authority} replaces. */
  private static final String HOST = "host";

  private Http2Fields() {}

  static void add(Http2Headers to, String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!OF_THE_CONNECTION.contains(lower)) {
      to.add(lower, value);
    }
  }

  /** The target of a request. Empty if the fields name no valid one. */
  static Optional<HttpTarget> target(Http2Headers fields) {
    CharSequence method = fields.method();
    CharSequence path = fields.path();
    CharSequence authority = fields.authority();
    boolean complete = isThere(method) && isThere(fields.scheme()) && isThere(path);
    if (!complete || (authority != null && !HttpTarget.isAuthority(authority.toString()))) {
      return Optional.empty();
    }
    return HttpTarget.parse(method.toString(), path.toString())
        .filter(target -> target.authority().isEmpty());
  }

  private static boolean isThere(@Nullable CharSequence value) {
    return value != null && !value.isEmpty();
  }

  /** The request that {@code fields} describe. {@code complete} if no body follows. */
  static HttpRequest request(
      Http2Headers fields, HttpTarget target, boolean complete, InetSocketAddress peer) {
    HttpHeaders.Builder headers = HttpHeaders.builder();
    CharSequence authority = fields.authority();
    if (authority != null) {
      headers.add(HOST, authority.toString());
    }
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      CharSequence name = field.getKey();
      boolean replaced = authority != null && HOST.contentEquals(name);
      if (name.length() > 0 && name.charAt(0) != ':' && !replaced) {
        headers.add(name.toString(), field.getValue().toString());
      }
    }
    long length = complete ? 0 : fields.getLong("content-length", -1);
    return new HttpRequest(
        String.valueOf(fields.method()),
        target.path(),
        target.query(),
        headers.build(),
        length,
        peer);
  }
}
