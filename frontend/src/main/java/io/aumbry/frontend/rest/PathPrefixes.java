package io.aumbry.frontend.rest;

import java.util.List;

/**
 * Strips the start of a path: a prefix added by a proxy, then the name of the cluster, in whole
 * segments.
 *
 * @param prefixes case-sensitive, each with a leading and without a trailing slash
 * @param cluster case-insensitive, without slashes
 */
public record PathPrefixes(List<String> prefixes, String cluster) {
  public PathPrefixes {
    prefixes = List.copyOf(prefixes);
    for (String prefix : prefixes) {
      if (prefix.length() < 2 || !prefix.startsWith("/") || prefix.endsWith("/")) {
        throw new IllegalArgumentException(
            "path prefix '" + prefix + "' must begin with a slash and not end with one");
      }
    }
  }

  String strip(String path) {
    String rest = path;
    for (String prefix : prefixes) {
      if (rest.startsWith(prefix) && endsSegment(rest, prefix.length())) {
        rest = rest.substring(prefix.length());
        break;
      }
    }
    boolean named =
        !cluster.isEmpty()
            && rest.regionMatches(true, 1, cluster, 0, cluster.length())
            && endsSegment(rest, cluster.length() + 1);
    return named ? rest.substring(cluster.length() + 1) : rest;
  }

  private static boolean endsSegment(String path, int at) {
    return at == path.length() || path.charAt(at) == '/';
  }
}
