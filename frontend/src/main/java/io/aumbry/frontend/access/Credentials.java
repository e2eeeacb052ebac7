package io.aumbry.frontend.access;

import io.aumbry.frontend.access.sigv4.SignatureVerifier;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;

/** The proof of identity that a request carries. */
public sealed interface Credentials {
  record None() implements Credentials {}

  /** A signature of version 4, or an authorization of an unknown scheme. */
  record Signed(WireRequest request) implements Credentials {}

  /** A bearer token, of this product or of an identity provider. */
  record Bearer(String token) implements Credentials {
    @Override
    public String toString() {
      return "Bearer token of " + token.length() + " characters";
    }
  }

  /** Finds the credentials of a request. */
  static Credentials of(WireRequest request) {
    String found = "";
    int fields = 0;
    for (WireHeader header : request.headers()) {
      if (header.name().equalsIgnoreCase("authorization")) {
        found = header.value();
        fields++;
      }
    }
    String scheme = "bearer ";
    boolean isBearer = found.regionMatches(true, 0, scheme, 0, scheme.length());
    if (fields == 1 && isBearer && !SignatureVerifier.isPresigned(request)) {
      return new Bearer(found.substring(scheme.length()).trim());
    }
    return fields > 0 || SignatureVerifier.isPresigned(request) ? new Signed(request) : new None();
  }
}
