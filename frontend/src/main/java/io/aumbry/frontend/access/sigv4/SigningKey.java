package io.aumbry.frontend.access.sigv4;

import io.aumbry.frontend.access.key.Hmac;
import io.aumbry.frontend.access.key.Secret;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A key derived from a secret for one scope. */
final class SigningKey {
  private final Hmac hmac;

  private SigningKey(byte[] key) {
    this.hmac = new Hmac(key);
  }

  static SigningKey derive(Secret secret, Scope scope) {
    byte[] bytes = secret.bytes();
    byte[] first = new byte[4 + bytes.length];
    System.arraycopy("AWS4".getBytes(StandardCharsets.US_ASCII), 0, first, 0, 4);
    System.arraycopy(bytes, 0, first, 4, bytes.length);
    byte[] ofDay = Hmac.of(first, scope.day());
    byte[] ofRegion = Hmac.of(ofDay, scope.region());
    byte[] ofService = Hmac.of(ofRegion, scope.service());
    return new SigningKey(Hmac.of(ofService, Scope.TERMINAL));
  }

  /** The signature in lower-case hex. */
  String sign(String stringToSign) {
    return HexFormat.of().formatHex(hmac.of(stringToSign));
  }

  @Override
  public String toString() {
    return "SigningKey";
  }
}
