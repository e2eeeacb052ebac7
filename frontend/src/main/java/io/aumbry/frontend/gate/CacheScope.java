package io.aumbry.frontend.gate;

/**
 * The caches that may keep the answer to a read.
 *
 * @param isShared whether everyone gets the same answer without credentials. Otherwise only the
 *     cache of the client may keep it
 * @param endMillis when no cache may keep it any longer, because the credentials of the sender end;
 *     {@link Long#MAX_VALUE} without such an end
 */
public record CacheScope(boolean isShared, long endMillis) {
  /** Of an answer that everyone gets. */
  public static final CacheScope SHARED = new CacheScope(true, Long.MAX_VALUE);

  public static CacheScope ofClient(long endMillis) {
    return new CacheScope(false, endMillis);
  }
}
