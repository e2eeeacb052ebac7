package io.aumbry.protocol.runtime;

import java.time.Duration;

/**
 * Runs the virtual threads of requests: an event loop in production, the run queue of the simulator
 * in a simulation. All threads of a request run on one carrier, so they never run in parallel and
 * hand over without changing cores.
 *
 * <p>Code on a carrier must not block it: no file I/O, no contended lock, no wait except in a
 * {@link Mailbox}.
 */
public interface Carrier {
  /**
   * Starts a virtual thread on this carrier. An uncaught exception of {@code task} is logged with
   * {@code name}.
   */
  void start(String name, Runnable task);

  /**
   * Runs a short action that never waits on the carrier itself, after {@code delay}. Callable from
   * any thread.
   */
  Timer schedule(Duration delay, Runnable action);

  Time time();
}
