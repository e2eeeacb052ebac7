package io.aumbry.catalog.identity;

/**
 * A key with which a user signs requests. A user may have several.
 *
 * @param id public, as in {@code Authorization}: 20 upper-case letters and digits, {@code AK} first
 * @param user the id of its user
 * @param sealedSecret the secret, encrypted with the cluster's key
 * @param expiresMillis wall time; {@link Long#MAX_VALUE} for never
 */
public record AccessKey(
    String id,
    String user,
    SealedSecret sealedSecret,
    boolean active,
    long createdMillis,
    long expiresMillis) {
  public boolean isValidAt(long millis) {
    return active && millis < expiresMillis;
  }

  /** Whether a key with this state and end would be valid at a time at which this one is not. */
  public boolean gainsFrom(boolean newActive, long newExpiresMillis) {
    return newActive && !(active && newExpiresMillis <= expiresMillis);
  }
}
