package io.aumbry.transport.http;

import java.net.InetSocketAddress;

/** Takes a request target apart. */
final class HttpTarget {
  private HttpTarget() {}

  /** The request whose target, in origin form, is {@code target}; a fragment is cut off. */
  static HttpRequest request(
      String method, String target, HttpHeaders headers, long length, InetSocketAddress peer) {
    int fragment = target.indexOf('#');
    String whole = fragment < 0 ? target : target.substring(0, fragment);
    int mark = whole.indexOf('?');
    String path = mark < 0 ? whole : whole.substring(0, mark);
    String query = mark < 0 ? "" : whole.substring(mark + 1);
    return new HttpRequest(method, path, query, headers, length, peer);
  }
}
