package io.aumbry.frontend.access.signed;

import io.aumbry.frontend.access.key.KeyPurpose;
import io.aumbry.frontend.access.key.KeyRing;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Signs addresses with HMAC-SHA256 over the method, the id, every argument and the expiry. A
 * signature has the form {@code KEY~CODE}.
 *
 * <p>The signer should add an argument with the key that asked for the address. Access is then
 * decided for its user when the address is used, so that a revocation has effect.
 */
public final class UrlSigner {
  /** The argument with the signature, which the signature does not cover. */
  public static final String SIGNATURE = "x-ambry-signature";

  /** The argument with the access key that asked for the address. */
  public static final String SIGNER = "x-ambry-signer";

  private static final char SEPARATOR = '~';

  private final Supplier<KeyRing> ring;

  public UrlSigner(Supplier<KeyRing> ring) {
    this.ring = ring;
  }

  /** The outcome of a verification. All but the first are 401. */
  public enum Outcome {
    VALID,
    EXPIRED,
    /** The signature belongs to another address, or its key is unknown. */
    WRONG,
    /** The address does not serve the method of the request. */
    WRONG_METHOD
  }

  public String sign(SignedAddress address) {
    KeyRing keys = ring.get();
    String id = keys.signingId();
    byte[] code = keys.sign(KeyPurpose.SIGNED_ADDRESS, id, text(address)).orElseThrow();
    return id + SEPARATOR + Base64.getUrlEncoder().withoutPadding().encodeToString(code);
  }

  /** Checks the address of a request. The signature is judged before the expiry. */
  public Outcome verify(
      SignedAddress address, String signature, String requestMethod, long nowMillis) {
    int separator = signature.indexOf(SEPARATOR);
    String id = separator < 0 ? "" : signature.substring(0, separator);
    byte[] code = decode(signature.substring(separator + 1)).orElse(new byte[0]);
    if (!ring.get().verifies(KeyPurpose.SIGNED_ADDRESS, id, text(address), code)) {
      return Outcome.WRONG;
    }
    if (nowMillis / 1000 > address.expiresSeconds()) {
      return Outcome.EXPIRED;
    }
    return address.permits(requestMethod) ? Outcome.VALID : Outcome.WRONG_METHOD;
  }

  private static Optional<byte[]> decode(String text) {
    try {
      return Optional.of(Base64.getUrlDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Each part with its length, so that no two addresses have the same text. */
  private static byte[] text(SignedAddress address) {
    StringBuilder text = new StringBuilder("aumbry-address-1\n");
    append(text, address.method());
    append(text, address.id());
    append(text, Long.toString(address.expiresSeconds()));
    address
        .arguments()
        .forEach((name, value) -> {
          append(text, name);
          append(text, value);
        });
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void append(StringBuilder text, String part) {
    text.append(part.length()).append(':').append(part).append('\n');
  }
}
