package io.aumbry.protocol.budget;

/**
 * The claims that share one bound, such as those of one address. A group of several claimants keeps
 * an eighth of its limit for small requests. Guarded by its budget's lock.
 */
final class Group {
  private final Object key;
  private final long limit;
  private final long general;
  private long held;
  private long waiting;
  private int claims;

  /**
   * A group without claims.
   *
   * @param reserved of the limit for small requests
   */
  Group(Object key, long limit, long reserved) {
    this.key = key;
    this.limit = limit;
    this.general = limit - reserved;
  }

  Object key() {
    return key;
  }

  long held() {
    return held;
  }

  long limit() {
    return limit;
  }

  void join() {
    claims++;
  }

  /** Returns whether the last claim has left. */
  boolean leave() {
    claims--;
    return claims == 0;
  }

  void add(long amount) {
    held += amount;
  }

  /** The amount that claims of the group hold or wait for. */
  long demand() {
    return held + waiting;
  }

  void addWaiting(long amount) {
    waiting += amount;
  }

  /** Whether small requests may take more. */
  boolean hasRoomForSmall(long more) {
    return held + more <= limit;
  }

  /**
   * Whether a claim that holds {@code own} of this may take more. A group may exceed its limit with
   * a single claim, because a request that is larger than a share could never run otherwise.
   */
  boolean hasRoom(long own, long more) {
    return held == own || held + more <= general;
  }
}
