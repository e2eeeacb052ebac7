package io.aumbry.frontend.access.sigv4;

/**
 * The credential scope: day, region and service for which a signing key is derived.
 *
 * @param day as {@code 20260131}
 */
public record Scope(String day, String region, String service) {
  static final String ALGORITHM = "AWS4-HMAC-SHA256";
  static final String TERMINAL = "aws4_request";

  /** As in the string to sign. */
  String text() {
    return day + '/' + region + '/' + service + '/' + TERMINAL;
  }
}
