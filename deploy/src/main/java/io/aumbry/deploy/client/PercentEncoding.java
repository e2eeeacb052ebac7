package io.aumbry.deploy.client;

import java.nio.charset.StandardCharsets;

/** Percent-encodes text for paths and queries (RFC 3986), as UTF-8. */
public final class PercentEncoding {
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

  private static final String DIGITS = "0123456789ABCDEF";

  private PercentEncoding() {}

  /** Encodes everything but unreserved characters. A slash is encoded too. */
  public static String encode(String text) {
    StringBuilder encoded = new StringBuilder(text.length());
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      if (octet > 0 && UNRESERVED.indexOf(octet) >= 0) {
        encoded.append((char) octet);
      } else {
        encoded
            .append('%')
            .append(DIGITS.charAt(octet >> 4 & 0xF))
            .append(DIGITS.charAt(octet & 0xF));
      }
    }
    return encoded.toString();
  }
}
