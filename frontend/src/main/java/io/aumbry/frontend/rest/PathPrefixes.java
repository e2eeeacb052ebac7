package io.aumbry.frontend.rest;

import java.util.List;

/**
 * What may stand before the part of a path that means something: a prefix that a proxy adds, then
 * the name of the cluster, each of whole segments.
 *
 * @param prefixes each with a slash before and none behind; with regard to case
 * @param cluster without slashes; without regard to case
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
