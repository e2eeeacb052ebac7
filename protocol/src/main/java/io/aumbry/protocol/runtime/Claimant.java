package io.aumbry.protocol.runtime;

import java.util.Optional;

/**
 * The remote party for which a request holds a shared resource. A budget asks it how fast it is
 * and, under pressure, makes the slowest claimants give way. Any thread may call it.
 */
public interface Claimant {
  /** The levels at which a budget bounds the share of a claimant. */
  enum Scope {
    CONNECTION,
    /** A single address of IPv4, or a /64 network of IPv6. */
    ADDRESS,
    /** The /48 network of an address of IPv6, which is the largest that a single client owns. */
    NETWORK,
    /** The authenticated client. */
    IDENTITY
  }

  /** The key under which a budget adds up the claims of this scope; empty if it has none. */
  Optional<Object> key(Scope scope);

  /**
   * Nanoseconds since the remote party last sent or took a byte. 0 while the process does not wait
   * for the remote party.
   */
  long stalledNanos();

  /**
   * The recent rate of the remote party in bytes per second, counted only while the process waits
   * for it. {@link Long#MAX_VALUE} while the process has waited too briefly to tell.
   */
  long bytesPerSecond();

  /**
   * Whether the remote party admits bytes of an answer now. Content that it does not admit need not
   * be read ahead.
   */
  default boolean admitsBytes() {
    return true;
  }

  /**
   * Whether the remote party has given the request up. When that happens it wakes the thread of the
   * request, so that waits for an answer that has become useless end at once.
   */
  default boolean isGone() {
    return false;
  }

  /** Ends the request early because other requests need its resources. Idempotent; never waits. */
  void giveWay(String reason);

  /** A claimant for work of the process itself: it has no share and never gives way. */
  static Claimant internal() {
    return Internal.CLAIMANT;
  }
}
