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
    ADDRESS,
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

  /** Ends the request early because other requests need its resources. Idempotent; never waits. */
  void giveWay(String reason);

  /** A claimant for work of the process itself: it has no share and never gives way. */
  static Claimant internal() {
    return Internal.CLAIMANT;
  }
}
