package io.aumbry.frontend.access.key;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 and SHA-256, which each Java runtime has. */
public final class Hmac {
  public static final int LENGTH = 32;

  private static final String HMAC = "HmacSHA256";

  private Hmac() {}

  public static byte[] of(byte[] key, byte[] content) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(content);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no " + HMAC, e);
    }
  }

  public static byte[] of(byte[] key, String content) {
    return of(key, content.getBytes(StandardCharsets.UTF_8));
  }

  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }
}
