package io.aumbry.protocol.blob;

/** The expiry of a blob in milliseconds of wall time since 1970, or never. */
public final class Expiry {
  /** Greater than every time, so that the maximum of two expiries is the later one. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Time to live, in seconds, by which clients ask for a blob that never expires. */
  public static final long INFINITE_TTL = -1;

  private Expiry() {}

  /**
   * Computes an expiry.
   *
   * @param creationMillis since 1970
   * @param ttlSeconds not negative, or {@link #INFINITE_TTL}
   */
  public static long of(long creationMillis, long ttlSeconds) {
    if (ttlSeconds == INFINITE_TTL || ttlSeconds > (NEVER - creationMillis) / 1000) {
      return NEVER;
    }
    return creationMillis + ttlSeconds * 1000;
  }
}
