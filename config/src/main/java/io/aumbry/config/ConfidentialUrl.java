package io.aumbry.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Pattern;

/** A URL with HTTPS, or with HTTP on this machine, so that others cannot read its requests. */
public record ConfidentialUrl(URI uri) {
  private static final Pattern THIS_MACHINE =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

  /**
   * Reads a URL without a user.
   *
   * @throws IllegalArgumentException if it is not confidential. The message has no secret of it
   */
  public static ConfidentialUrl parse(String text) {
    try {
      URI uri = new URI(text);
      if (isConfidential(uri) && uri.getRawUserInfo() == null) {
        return new ConfidentialUrl(uri);
      }
    } catch (URISyntaxException e) {
      throw refusal(text);
    }
    throw refusal(text);
  }

  /** Hides a password, and everything after the host. */
  private static IllegalArgumentException refusal(String text) {
    String shown = text.replaceFirst("//.*@", "//...@").replaceFirst("(//[^/?#]*)[/?#].*", "$1...");
    return new IllegalArgumentException(
        "'" + shown + "' must begin with https://, or lead to this machine, without a user");
  }

  /** Whether others on the network cannot read requests to a URL. */
  public static boolean isConfidential(URI url) {
    String host = Optional.ofNullable(url.getHost()).orElse("");
    String scheme = Optional.ofNullable(url.getScheme()).orElse("");
    boolean isLocal = THIS_MACHINE.matcher(host).matches();
    return !host.isEmpty() && (scheme.equals("https") || (scheme.equals("http") && isLocal));
  }

  /** The host and the port, without the parts that may be secret. */
  @Override
  public String toString() {
    return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
  }
}
