package io.aumbry.frontend.access.key;

import io.aumbry.catalog.identity.SealedSecret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts the secrets of access keys for the catalog, with AES-256-GCM under a key of the ring. A
 * sealed secret is bound to its access key, so that it cannot be moved to another one.
 */
public final class SecretSealer {
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;

  private final Supplier<KeyRing> ring;

  public SecretSealer(Supplier<KeyRing> ring) {
    this.ring = ring;
  }

  /** Encrypts a secret. The random numbers must be unpredictable. */
  public SealedSecret seal(String accessKeyId, Secret secret, RandomGenerator random) {
    KeyRing keys = ring.get();
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    byte[] key = keys.key(KeyPurpose.STORED_SECRET, keys.signingId()).orElseThrow();
    try {
      byte[] text = cipher(Cipher.ENCRYPT_MODE, key, nonce, accessKeyId).doFinal(secret.bytes());
      byte[] all = Arrays.copyOf(nonce, NONCE + text.length);
      System.arraycopy(text, 0, all, NONCE, text.length);
      return new SealedSecret(keys.signingId(), Base64.getEncoder().encodeToString(all));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime cannot encrypt with " + CIPHER, e);
    }
  }

  /** Decrypts a secret. Empty if its key is unknown, or if it was changed or moved. */
  public Optional<Secret> open(String accessKeyId, SealedSecret sealed) {
    Optional<byte[]> key = ring.get().key(KeyPurpose.STORED_SECRET, sealed.keyId());
    if (key.isEmpty()) {
      return Optional.empty();
    }
    try {
      byte[] all = Base64.getDecoder().decode(sealed.text());
      if (all.length < NONCE) {
        return Optional.empty();
      }
      byte[] nonce = Arrays.copyOf(all, NONCE);
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, key.get(), nonce, accessKeyId);
      return Optional.of(Secret.of(cipher.doFinal(all, NONCE, all.length - NONCE)));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Cipher cipher(int mode, byte[] key, byte[] nonce, String accessKeyId)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    GCMParameterSpec parameters = new GCMParameterSpec(TAG_BITS, nonce);
    cipher.init(mode, new SecretKeySpec(key, "AES"), parameters);
    cipher.updateAAD(accessKeyId.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
