package io.aumbry.protocol.blob;

/** When a blob ends by itself: a moment of wall time in milliseconds since 1970, or never. */
public final class Expiry {
  /** Sorts after every moment, so that of two expiries the later one is the maximum. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Time to live of a blob that never expires, in seconds, as clients write it. */
  public static final long INFINITE_TTL = -1;

  private Expiry() {}

  /**
   * The end of a blob made at {@code creationMillis} to live {@code ttlSeconds}.
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
