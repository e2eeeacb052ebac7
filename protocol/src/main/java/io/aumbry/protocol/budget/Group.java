package io.aumbry.protocol.budget;

/** The claims that share one bound, such as those of one address. Guarded by its budget's lock. */
final class Group {
  private final Object key;
  private final long limit;
  private long held;
  private int claims;

  Group(Object key, long limit) {
    this.key = key;
    this.limit = limit;
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

  /**
   * Whether a claim that holds {@code own} of this may take more. A group may exceed its limit with
   * a single claim, because a request that is larger than a share could never run otherwise.
   */
  boolean hasRoom(long own, long more) {
    return held == own || held + more <= limit;
  }
}
