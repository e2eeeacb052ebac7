package io.aumbry.protocol.runtime;

/**
 * Creates threads that belong to no request and may wait for a disk without a limit: platform
 * threads in production, virtual threads on the run queue of the simulator.
 *
 * <p>Such threads must use a {@link java.util.concurrent.locks.Lock} and not a monitor while they
 * wait for a disk or for each other. The simulator then decides which thread gets the lock, and
 * runs repeat.
 */
@FunctionalInterface
public interface BlockingThreads {
  /** Creates a thread that is not started yet. */
  Thread unstarted(String name, Runnable task);

  default Thread start(String name, Runnable task) {
    Thread thread = unstarted(name, task);
    thread.start();
    return thread;
  }

  /** Creates daemon platform threads. */
  static BlockingThreads ofPlatform() {
    return (name, task) -> Thread.ofPlatform().daemon().name(name).unstarted(task);
  }
}
