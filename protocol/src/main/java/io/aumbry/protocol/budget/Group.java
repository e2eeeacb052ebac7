package io.aumbry.protocol.budget;

/**
 * The claims that share one limit, such as those of one address. The lock of the budget guards it.
 */
final class Group {
  private final Object key;
  private final long limit;
  private final long general;
  private long held;
  private long waiting;
  private int claims;

  /**
   * Creates an empty group.
   *
   * @param reserved the part of the limit that only small requests may use
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

  boolean hasRoomForSmall(long more) {
    return held + more <= limit;
  }

  /**
   * Whether a claim that holds {@code own} may take more. A single claim may exceed the limit,
   * because a request larger than a share could never run otherwise.
   */
  boolean hasRoom(long own, long more) {
    return held == own || held + more <= general;
  }
}
