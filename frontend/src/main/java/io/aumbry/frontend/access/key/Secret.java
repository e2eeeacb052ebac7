package io.aumbry.frontend.access.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/** Secret bytes. Logs and error messages cannot show them. */
public final class Secret {
  private final byte[] bytes;

  private Secret(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Secret of(String text) {
    return new Secret(text.getBytes(StandardCharsets.UTF_8));
  }

  public static Secret of(byte[] bytes) {
    return new Secret(bytes.clone());
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** The text, for the owner of the secret only. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  public int length() {
    return bytes.length;
  }

  /** Compares in a time that does not depend on the bytes. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && MessageDigest.isEqual(bytes, secret.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "Secret of " + bytes.length + " bytes";
  }
}
