package io.aumbry.protocol.runtime;

import java.time.Duration;

/**
 * Carries the virtual threads of requests: an event loop in production, the run queue of the
 * simulator in a simulation. All threads of one request are started on the same carrier, so that
 * they never run at the same time and hand over to each other without a hop between cores.
 *
 * <p>Code carried here must not hold its carrier thread: no file I/O, no contended lock, no wait
 * but that of {@link Mailbox}.
 */
public interface Carrier {
  /**
   * Starts a virtual thread carried here. An exception that leaves {@code task} is logged with
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
