package io.aumbry.protocol.runtime;

import java.util.Optional;

/**
 * The remote party for which a request holds a shared resource. Under pressure, a budget makes the
 * slowest claimants give way. Any thread may call it.
 */
public interface Claimant {
  /** The levels at which a budget limits a claimant. */
  enum Scope {
    CONNECTION,
    /** An IPv4 address, or a /64 network of IPv6. */
    ADDRESS,
    /** The /48 network of an IPv6 address, the largest that a single client usually owns. */
    NETWORK,
    /** The authenticated client. */
    IDENTITY
  }

  /**
   * The key by which a budget adds up the claims of this scope. Empty if the claimant has no such
   * key.
   */
  Optional<Object> key(Scope scope);

  /**
   * Nanoseconds since the remote party last sent or took a byte. 0 while the process does not wait
   * for it.
   */
  long stalledNanos();

  /**
   * The recent rate of the remote party in bytes per second, counted only while the process waits
   * for it. {@link Long#MAX_VALUE} until the process has waited long enough to measure.
   */
  long bytesPerSecond();

  /**
   * Whether the remote party accepts response bytes now. If not, content need not be read ahead.
   */
  default boolean admitsBytes() {
    return true;
  }

  /**
   * Whether the remote party has abandoned the request. When that happens, it wakes the request's
   * thread, so that waits end at once.
   */
  default boolean isGone() {
    return false;
  }

  /** Ends the request early because others need its resources. Idempotent; never waits. */
  void giveWay(String reason);

  /** The claimant for work of the process itself. It has no share and never gives way. */
  static Claimant internal() {
    return InternalClaimant.CLAIMANT;
  }
}
