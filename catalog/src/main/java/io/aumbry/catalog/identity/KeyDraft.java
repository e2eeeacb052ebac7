package io.aumbry.catalog.identity;

import java.util.Base64;
import java.util.random.RandomGenerator;

/**
 * A new access key before its secret is sealed. The client gets the secret once; it appears in no
 * text of this object.
 */
public final class KeyDraft {
  private static final String PREFIX = "AK";
  private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  private static final int ID_LENGTH = 20;
  private static final int SECRET_BYTES = 30;

  private final String id;
  private final String secret;

  private KeyDraft(String id, String secret) {
    this.id = id;
    this.secret = secret;
  }

  /**
   * Draws an id and a secret of 240 bits.
   *
   * @param random unpredictable
   */
  public static KeyDraft draw(RandomGenerator random) {
    StringBuilder id = new StringBuilder(PREFIX);
    while (id.length() < ID_LENGTH) {
      id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    return new KeyDraft(id.toString(), Base64.getEncoder().encodeToString(secret));
  }

  /** 20 upper-case letters and digits. */
  public String id() {
    return id;
  }

  /** 40 characters of base64. */
  public String secret() {
    return secret;
  }

  @Override
  public String toString() {
    return "KeyDraft[" + id + "]";
  }
}
