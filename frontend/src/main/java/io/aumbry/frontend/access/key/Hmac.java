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

  /** Never used itself. A copy is cheaper than the search for a provider. */
  private static final MessageDigest SHA_256 = newSha256();

  private final Mac keyed;

  /** Prepares hashes with one key. Thread-safe. */
  public Hmac(byte[] key) {
    try {
      keyed = Mac.getInstance(HMAC);
      keyed.init(new SecretKeySpec(key, HMAC));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no " + HMAC, e);
    }
  }

  /** The hash of a text with the key. */
  public byte[] of(String content) {
    return hash(content.getBytes(StandardCharsets.UTF_8));
  }

  private byte[] hash(byte[] content) {
    try {
      return ((Mac) keyed.clone()).doFinal(content);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(HMAC + " of this Java runtime cannot be copied", e);
    }
  }

  public static byte[] of(byte[] key, byte[] content) {
    return new Hmac(key).hash(content);
  }

  public static byte[] of(byte[] key, String content) {
    return of(key, content.getBytes(StandardCharsets.UTF_8));
  }

  public static MessageDigest sha256() {
    try {
      return (MessageDigest) SHA_256.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("SHA-256 of this Java runtime cannot be copied", e);
    }
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }
}
