package io.aumbry.frontend.access.sigv4;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads the {@code Authorization} header field of signature version 4. */
final class HeaderClaim {
  static final String FIELD = "authorization";

  private static final String VERSION_2 = "AWS ";
  private static final Set<String> PARTS = Set.of("Credential", "SignedHeaders", "Signature");

  private HeaderClaim() {}

  static SignedClaim parse(WireRequest request) {
    SignedClaim.Origin origin = SignedClaim.Origin.HEADER;
    if (request.count(FIELD) > 1) {
      throw origin.malformed("The Authorization header occurs twice");
    }
    String field = request.header(FIELD).orElse("");
    if (field.startsWith(VERSION_2)) {
      throw new SignatureRefusal(
          SignatureError.UNSUPPORTED_SCHEME,
          "Signature version 2 is not supported. Please use " + Scope.ALGORITHM);
    }
    if (!field.startsWith(Scope.ALGORITHM + ' ')) {
      throw new SignatureRefusal(
          SignatureError.UNKNOWN_SCHEME, "The Authorization header has an unknown scheme");
    }
    Map<String, String> parts = parts(origin, field.substring(Scope.ALGORITHM.length() + 1));
    SignedClaim.Texts texts =
        new SignedClaim.Texts(
            parts.getOrDefault("Credential", ""),
            parts.getOrDefault("SignedHeaders", ""),
            parts.getOrDefault("Signature", ""));
    return SignedClaim.parse(origin, texts, time(request));
  }

  private static Map<String, String> parts(SignedClaim.Origin origin, String text) {
    Map<String, String> parts = new HashMap<>();
    for (String part : text.split(",", PARTS.size() + 1)) {
      String trimmed = part.trim();
      int equals = trimmed.indexOf('=');
      String name = equals < 0 ? trimmed : trimmed.substring(0, equals);
      if (equals < 0 || !PARTS.contains(name) || parts.containsKey(name)) {
        throw origin.malformed(
            "The Authorization header must have Credential, SignedHeaders and Signature once each");
      }
      parts.put(name, trimmed.substring(equals + 1));
    }
    if (parts.size() < PARTS.size()) {
      throw origin.malformed("The Authorization header lacks one of " + PARTS);
    }
    return parts;
  }

  private static SignedClaim.Moment time(WireRequest request) {
    Optional<String> own = request.header("x-amz-date");
    String text = own.or(() -> request.header("date")).orElse("").trim();
    OptionalLong millis = AmzDate.parse(text);
    if (millis.isPresent()) {
      return new SignedClaim.Moment(text, millis.getAsLong());
    }
    OptionalLong fromDate = own.isPresent() ? OptionalLong.empty() : AmzDate.parseHttp(text);
    if (fromDate.isEmpty()) {
      throw new SignatureRefusal(
          SignatureError.DATE_MISSING, "A signed request needs a valid Date or x-amz-date header");
    }
    long time = fromDate.getAsLong();
    return new SignedClaim.Moment(AmzDate.format(time), time);
  }

  /** Whether the scheme of the field is a signature of any version. */
  static boolean isSignature(String field) {
    return field.toUpperCase(Locale.ROOT).startsWith("AWS");
  }
}
