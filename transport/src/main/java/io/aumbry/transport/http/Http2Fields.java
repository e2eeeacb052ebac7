package io.aumbry.transport.http;

import io.netty.handler.codec.http2.Http2Headers;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** From the header fields of HTTP/2 to ours and back. */
final class Http2Fields {
  private static final Set<String> OF_THE_CONNECTION =
      Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

  private Http2Fields() {}

  static void add(Http2Headers to, String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!OF_THE_CONNECTION.contains(lower)) {
      to.add(lower, value);
    }
  }

  /** The request that {@code fields} describe; {@code complete} if no body follows. */
  static HttpRequest request(Http2Headers fields, boolean complete, InetSocketAddress peer) {
    HttpHeaders.Builder headers = HttpHeaders.builder();
    CharSequence authority = fields.authority();
    if (authority != null) {
      headers.add("host", authority.toString());
    }
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      CharSequence name = field.getKey();
      if (name.length() > 0 && name.charAt(0) != ':') {
        headers.add(name.toString(), field.getValue().toString());
      }
    }
    long length = complete ? 0 : fields.getLong("content-length", -1);
    return HttpTarget.request(
        String.valueOf(fields.method()),
        String.valueOf(fields.path()),
        headers.build(),
        length,
        peer);
  }
}
