package io.aumbry.protocol.runtime;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A reentrant lock for {@link BlockingThreads}, which may wait for a disk or for each other while
 * they hold it.
 */
public final class Mutex {
  private final ReentrantLock lock = new ReentrantLock();

  /** Releases the lock when closed by the thread that took it. */
  @FunctionalInterface
  public interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  public Hold hold() {
    lock.lock();
    return lock::unlock;
  }
}
