package io.aumbry.protocol.runtime;

/**
 * Makes threads that may wait for a disk, for as long as it takes, and that belong to no request:
 * threads of the platform in production, virtual ones on the simulator's run queue in a simulation.
 *
 * <p>What such threads hold while they wait for a disk, or for each other, is a {@link
 * java.util.concurrent.locks.Lock} and not a monitor: who then gets it is decided by whoever
 * carries the threads, and not by the JVM, so that a simulation is the same each time.
 */
@FunctionalInterface
public interface BlockingThreads {
  /** A thread that is not started yet. */
  Thread unstarted(String name, Runnable task);

  /** A thread that runs. */
  default Thread start(String name, Runnable task) {
    Thread thread = unstarted(name, task);
    thread.start();
    return thread;
  }

  /** Threads of the platform, which keep no process from ending. */
  static BlockingThreads ofPlatform() {
    return (name, task) -> Thread.ofPlatform().daemon().name(name).unstarted(task);
  }
}
