package io.aumbry.frontend.access.key;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * A text with an authentication code, in Base64 for addresses and without padding:
 *
 * <pre>
 * 1 byte   version, 1
 * 1 byte   length of the key id
 * n bytes  key id
 * m bytes  text
 * 32 bytes HMAC-SHA256 of all of the above
 * </pre>
 */
public final class SignedText {
  private static final byte VERSION = 1;
  private static final int HEAD = 2;

  private SignedText() {}

  /** Signs a text. */
  public static String sign(KeyRing ring, KeyPurpose purpose, byte[] text) {
    byte[] id = ring.signingId().getBytes(StandardCharsets.US_ASCII);
    int length = HEAD + id.length + text.length;
    ByteBuffer out = ByteBuffer.allocate(length + Hmac.LENGTH);
    out.put(VERSION).put((byte) id.length).put(id).put(text);
    byte[] covered = Arrays.copyOf(out.array(), length);
    out.put(ring.sign(purpose, ring.signingId(), covered).orElseThrow());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.array());
  }

  /** The text, if its code is right. */
  public static Optional<byte[]> verify(KeyRing ring, KeyPurpose purpose, String signed) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(signed);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    int length = bytes.length - Hmac.LENGTH;
    int idLength = bytes.length < HEAD ? 0 : bytes[1];
    if (idLength < 1 || bytes[0] != VERSION || length < HEAD + idLength) {
      return Optional.empty();
    }
    String id = new String(bytes, HEAD, idLength, StandardCharsets.US_ASCII);
    byte[] covered = Arrays.copyOf(bytes, length);
    byte[] code = Arrays.copyOfRange(bytes, length, bytes.length);
    return ring.verifies(purpose, id, covered, code)
        ? Optional.of(Arrays.copyOfRange(covered, HEAD + idLength, length))
        : Optional.empty();
  }
}
