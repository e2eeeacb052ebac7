package io.aumbry.frontend.http;

import java.util.List;
import java.util.Optional;

/**
 * Strips the start of a path: a prefix added by a proxy, then the name of the cluster, in whole
 * segments.
 *
 * @param prefixes case-sensitive, each with a leading and without a trailing slash
 * @param secure the prefix of requests that may read containers with a required secure path
 * @param cluster case-insensitive, without slashes
 */
public record PathPrefixes(List<String> prefixes, Optional<String> secure, String cluster) {
  public PathPrefixes {
    prefixes = List.copyOf(prefixes);
    prefixes.forEach(PathPrefixes::requireWellFormed);
    secure.ifPresent(PathPrefixes::requireWellFormed);
  }

  private static void requireWellFormed(String prefix) {
    if (prefix.length() < 2 || !prefix.startsWith("/") || prefix.endsWith("/")) {
      throw new IllegalArgumentException(
          "path prefix '" + prefix + "' must begin with a slash and not end with one");
    }
  }

  /** Whether the path begins with the secure prefix. */
  public boolean isSecure(String path) {
    return secure.filter(prefix -> begins(path, prefix)).isPresent();
  }

  public String strip(String path) {
    String rest =
        isSecure(path) ? path.substring(secure.orElseThrow().length()) : withoutPrefix(path);
    boolean named =
        !cluster.isEmpty()
            && rest.regionMatches(true, 1, cluster, 0, cluster.length())
            && endsSegment(rest, cluster.length() + 1);
    return named ? rest.substring(cluster.length() + 1) : rest;
  }

  private String withoutPrefix(String path) {
    for (String prefix : prefixes) {
      if (begins(path, prefix)) {
        return path.substring(prefix.length());
      }
    }
    return path;
  }

  private static boolean begins(String path, String prefix) {
    return path.startsWith(prefix) && endsSegment(path, prefix.length());
  }

  private static boolean endsSegment(String path, int at) {
    return at == path.length() || path.charAt(at) == '/';
  }
}
