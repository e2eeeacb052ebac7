package io.aumbry.transport.http;

import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The parts of a request target (RFC 9112, section 3.2). Ambiguous targets are refused: those with
 * a fragment, user information, an empty host, or characters that no URI may contain.
 *
 * @param authority of an absolute target, which replaces the Host header field; otherwise empty
 * @param path starts with a slash, or is an asterisk
 * @param query without the question mark; may be empty
 */
public record HttpTarget(String authority, String path, String query) {
  private static final String ASTERISK = "*";
  private static final String OPTIONS = "OPTIONS";

  /** Parses {@code text}. Empty if it is not a valid target for {@code method}. */
  public static Optional<HttpTarget> parse(String method, String text) {
    if (!consistsOf(text, HttpTarget::mayBeInTarget)) {
      return Optional.empty();
    }
    if (text.startsWith("/")) {
      return Optional.of(originForm("", text));
    }
    if (text.equals(ASTERISK)) {
      return method.equals(OPTIONS)
          ? Optional.of(new HttpTarget("", ASTERISK, ""))
          : Optional.empty();
    }
    return absoluteForm(method, text);
  }

  private static Optional<HttpTarget> absoluteForm(String method, String text) {
    int scheme = text.indexOf("://");
    String name = scheme < 0 ? "" : text.substring(0, scheme).toLowerCase(Locale.ROOT);
    if (!name.equals("http") && !name.equals("https")) {
      return Optional.empty();
    }
    int begin = scheme + "://".length();
    int end = begin;
    while (end < text.length() && text.charAt(end) != '/' && text.charAt(end) != '?') {
      end++;
    }
    String authority = text.substring(begin, end);
    if (authority.startsWith(":") || authority.isEmpty() || !isAuthority(authority)) {
      return Optional.empty();
    }
    if (end == text.length() && method.equals(OPTIONS)) {
      return Optional.of(new HttpTarget(authority, ASTERISK, ""));
    }
    String rest = text.substring(end);
    return Optional.of(originForm(authority, rest.startsWith("/") ? rest : "/" + rest));
  }

  private static HttpTarget originForm(String authority, String text) {
    int mark = text.indexOf('?');
    return mark < 0
        ? new HttpTarget(authority, text, "")
        : new HttpTarget(authority, text.substring(0, mark), text.substring(mark + 1));
  }

  /** Whether this is a valid value of a Host header field. It may be empty. */
  public static boolean isAuthority(String text) {
    return consistsOf(text, HttpTarget::mayBeInAuthority);
  }

  /** Printable, and not the start of a fragment. */
  private static boolean mayBeInTarget(int c) {
    return c > ' ' && c < 0x7F && c != '#';
  }

  /** The characters that RFC 3986 allows in a host and a port, without user information. */
  private static boolean mayBeInAuthority(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "-._~!$&'()*+,;=%:[]".indexOf(c) >= 0;
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
}
