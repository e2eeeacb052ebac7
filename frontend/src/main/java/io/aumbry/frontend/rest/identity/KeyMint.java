package io.aumbry.frontend.rest.identity;

import io.aumbry.catalog.identity.KeyDraft;
import io.aumbry.catalog.identity.SealedSecret;
import io.aumbry.frontend.access.key.KeyRing;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.key.SecretSealer;
import io.aumbry.frontend.access.token.BearerTokens;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Draws ids and secrets, seals secrets and mints tokens with the keys of the cluster. */
public final class KeyMint {
  private static final int ID_BYTES = 16;

  private final Optional<Supplier<KeyRing>> ring;
  private final RandomGenerator random;

  /**
   * Creates a mint.
   *
   * @param ring the current keys; absent without a key ring
   * @param random unpredictable
   */
  public KeyMint(Optional<Supplier<KeyRing>> ring, RandomGenerator random) {
    this.ring = ring;
    this.random = random;
  }

  public String userId() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  public KeyDraft key() {
    return KeyDraft.draw(random);
  }

  /**
   * Encrypts the secret of a new key.
   *
   * @throws Refusal 503 without a key ring
   */
  public SealedSecret seal(KeyDraft draft) {
    return new SecretSealer(ring()).seal(draft.id(), Secret.of(draft.secret()), random);
  }

  /**
   * Mints tokens.
   *
   * @throws Refusal 503 without a key ring
   */
  BearerTokens tokens() {
    return new BearerTokens(ring(), random);
  }

  private Supplier<KeyRing> ring() {
    return ring.orElseThrow(() ->
        new Refusal(
            RestError.UNAVAILABLE,
            "This frontend has no frontend.key-ring, so it cannot create keys and tokens"));
  }
}
