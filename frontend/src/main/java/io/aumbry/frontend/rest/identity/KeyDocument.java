package io.aumbry.frontend.rest.identity;

import io.aumbry.catalog.identity.AccessKey;
import java.util.List;
import java.util.Optional;

/**
 * An access key in JSON. Times are in milliseconds since 1970.
 *
 * @param expiresTime absent for never
 * @param lastUsedTime absent if unused
 * @param secretKey only in the answer to the request that created the key
 */
record KeyDocument(
    String accessKeyId,
    String userId,
    boolean active,
    long createdTime,
    Optional<Long> expiresTime,
    Optional<Long> lastUsedTime,
    Optional<String> secretKey) {
  /**
   * A page of keys.
   *
   * @param nextPageToken absent on the last one
   */
  record All(List<KeyDocument> keys, Optional<String> nextPageToken) {}

  /** The user and the end of a new key. */
  record Draft(String userId, Optional<Long> expiresTime) {}

  /** A changed key. The other keys are ignored. */
  record Change(
      Optional<String> accessKeyId,
      Optional<String> userId,
      boolean active,
      Optional<Long> createdTime,
      Optional<Long> expiresTime,
      Optional<Long> lastUsedTime) {}

  static KeyDocument of(AccessKey key, Optional<Long> lastUsed, Optional<String> secret) {
    return new KeyDocument(
        key.id(),
        key.user(),
        key.active(),
        key.createdMillis(),
        Optional.of(key.expiresMillis()).filter(millis -> millis != Long.MAX_VALUE),
        lastUsed,
        secret);
  }

  /** The secret stays hidden. */
  @Override
  public String toString() {
    return "KeyDocument of " + accessKeyId;
  }
}
