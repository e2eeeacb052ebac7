package io.aumbry.frontend.rest.blob;

import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Arguments;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names of fields that user metadata must not have: those that this API writes, and those with a
 * meaning for connections, browsers, caches or proxies. Otherwise an uploader could set cookies,
 * split answers, or make a proxy send a file of its own.
 */
public final class ReservedFields {
  private static final Set<String> NAMES = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  static {
    NAMES.addAll(Set.of("Accept-Ranges", "Age", "Allow", "Alt-Svc", "Authorization"));
    NAMES.addAll(Set.of("Cache-Control", "Clear-Site-Data", "Connection", "Date", "ETag"));
    NAMES.addAll(Set.of("Expires", "Keep-Alive", "Last-Modified", "Link", "Location", "Pragma"));
    NAMES.addAll(Set.of("Refresh", "Retry-After", "Server", "Set-Cookie", "SourceMap", "TE"));
    NAMES.addAll(Set.of("Strict-Transport-Security", "Trailer", "Transfer-Encoding", "Upgrade"));
    NAMES.addAll(Set.of("Vary", "Via", "Warning", "WWW-Authenticate"));
    NAMES.addAll(Set.of("Accept-CH", "Critical-CH", "NEL", "Origin-Agent-Cluster", "Report-To"));
    NAMES.addAll(Set.of("Permissions-Policy", "Referrer-Policy", "Reporting-Endpoints", "Status"));
    NAMES.addAll(Set.of("Service-Worker-Allowed", "Speculation-Rules", "Timing-Allow-Origin"));
    NAMES.addAll(Set.of("X-DNS-Prefetch-Control", "X-Frame-Options", "X-LiteSpeed-Location"));
    NAMES.addAll(Set.of("X-Lighttpd-Send-File", "X-Permitted-Cross-Domain-Policies"));
    NAMES.addAll(Set.of("X-Reproxy-URL", "X-Robots-Tag", "X-Sendfile", "X-XSS-Protection"));
  }

  private static final Set<String> PREFIXES =
      Set.of(
          "Access-Control-",
          "CDN-",
          "Content-",
          "Cross-Origin-",
          "Proxy-",
          "Sec-",
          "Surrogate-",
          "X-Accel-",
          "X-Content-Type-");

  private ReservedFields() {}

  public static boolean contain(String name) {
    return NAMES.contains(name)
        || Arguments.hasPrefix(name, Names.PREFIX)
        || PREFIXES.stream().anyMatch(prefix -> Arguments.hasPrefix(name, prefix));
  }
}
