package io.aumbry.frontend.access.key;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The uses of a key ring. Each use has its own key, derived from that of the file, so that a text
 * signed for one use is worthless for another.
 */
public enum KeyPurpose {
  SIGNED_ADDRESS,
  SIGNED_ID,
  BEARER_TOKEN,
  STORED_SECRET;

  byte[] derive(Secret secret) {
    String label = "aumbry " + name().toLowerCase(Locale.ROOT) + " 1";
    return Hmac.of(secret.bytes(), label.getBytes(StandardCharsets.US_ASCII));
  }
}
