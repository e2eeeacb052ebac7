package io.aumbry.frontend.access.sigv4;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The checks of a claim that need no secret. */
final class ClaimChecks {
  /** Names of headers that change the meaning of a request begin so. */
  private static final List<String> SIGNED_PREFIXES = List.of("x-amz-", "x-ambry-");

  /** Proxies add it, and only logs use it. */
  private static final String REQUEST_ID = "x-ambry-request-id";

  private final SignatureRules rules;

  ClaimChecks(SignatureRules rules) {
    this.rules = rules;
  }

  /** Requires an accepted service and region. */
  void requireScope(SignedClaim claim) {
    Scope scope = claim.scope();
    if (!rules.services().contains(scope.service())) {
      throw claim
          .origin()
          .malformed(
              "The service of the credential is '%s', must be one of %s"
                  .formatted(scope.service(), String.join(", ", rules.services())));
    }
    if (!rules.regions().contains(scope.region())) {
      throw new SignatureRefusal(
          claim.origin().error(),
          "The region '%s' is wrong; expecting '%s'".formatted(scope.region(), rules.region()),
          Map.of("Region", rules.region()));
    }
  }

  /** Requires a recent signature in a header, and an address that has not expired. */
  void requireTime(SignedClaim claim, QueryText query, long now) {
    switch (claim.origin()) {
      case HEADER -> requireRecent(claim, now);
      case QUERY -> requireNotExpired(claim, query, now);
    }
  }

  private void requireRecent(SignedClaim claim, long now) {
    long skew = rules.maxSkew().toMillis();
    if (Math.abs(now - claim.time().millis()) > skew) {
      Map<String, String> details = new LinkedHashMap<>();
      details.put("RequestTime", claim.time().timestamp());
      details.put("ServerTime", AmzDate.extended(now));
      details.put("MaxAllowedSkewMilliseconds", Long.toString(skew));
      throw new SignatureRefusal(
          SignatureError.CLOCK_SKEW,
          "The clock of the client differs too much from the clock of the server",
          details);
    }
  }

  private void requireNotExpired(SignedClaim claim, QueryText query, long now) {
    long signed = claim.time().millis();
    long end = QueryClaim.endMillis(claim, query);
    if (signed - now > rules.maxSkew().toMillis() || now > end) {
      Map<String, String> details = new LinkedHashMap<>();
      details.put("X-Amz-Expires", Long.toString(QueryClaim.expiresSeconds(query)));
      details.put("Expires", AmzDate.extended(end));
      details.put("ServerTime", AmzDate.extended(now));
      String message = now > end ? "The address has expired" : "The address is not valid yet";
      throw new SignatureRefusal(SignatureError.EXPIRED, message, details);
    }
  }

  /**
   * Requires signatures of {@code host} and of each {@code x-amz-*} and {@code x-ambry-*} header
   * that arrived, so that the holder of a signature cannot add any.
   */
  static void requireSigned(SignedClaim claim, WireRequest request) {
    List<String> unsigned = new ArrayList<>(0);
    if (!claim.signedHeaders().contains("host")) {
      unsigned.add("host");
    }
    for (WireHeader header : request.headers()) {
      String name = header.name().toLowerCase(Locale.ROOT);
      if (mustBeSigned(name) && !claim.signedHeaders().contains(name)) {
        unsigned.add(name);
      }
    }
    if (!unsigned.isEmpty()) {
      throw new SignatureRefusal(
          SignatureError.HEADERS_NOT_SIGNED,
          "The request has headers that must be signed and are not",
          Map.of("HeadersNotSigned", String.join(", ", unsigned)));
    }
  }

  private static boolean mustBeSigned(String name) {
    return SIGNED_PREFIXES.stream().anyMatch(name::startsWith) && !name.equals(REQUEST_ID);
  }
}
