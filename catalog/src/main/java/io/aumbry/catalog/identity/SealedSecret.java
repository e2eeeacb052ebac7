package io.aumbry.catalog.identity;

/**
 * An encrypted secret.
 *
 * @param keyId names the key of the cluster that encrypted it
 * @param text base64 of the nonce and the ciphertext of AES-256-GCM
 */
public record SealedSecret(String keyId, String text) {
  /** Without the text, which belongs into no log. */
  @Override
  public String toString() {
    return "SealedSecret[" + keyId + "]";
  }
}
