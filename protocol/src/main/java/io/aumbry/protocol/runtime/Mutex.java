package io.aumbry.protocol.runtime;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for those of {@link BlockingThreads}, which may wait for a disk or for each other while
 * they hold it. Who holds it may take it again.
 */
public final class Mutex {
  private final ReentrantLock lock = new ReentrantLock();

  /** Ends by being closed, on the thread that took it. */
  @FunctionalInterface
  public interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  /** Waits until no other thread has the lock, and takes it. */
  public Hold hold() {
    lock.lock();
    return lock::unlock;
  }
}
