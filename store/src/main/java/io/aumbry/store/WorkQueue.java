package io.aumbry.store;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What waits for a disk thread. Offering never waits, also not for a lock, since event loops do it.
 */
final class WorkQueue<T> {
  private final Queue<T> items = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final Semaphore ready = new Semaphore(0);
  private final int max;

  WorkQueue(int max) {
    this.max = max;
  }

  /** Adds an item unless {@code max} wait already. */
  boolean offer(T item) {
    if (count.incrementAndGet() > max) {
      count.decrementAndGet();
      return false;
    }
    items.add(item);
    ready.release();
    return true;
  }

  /** Adds an item that may not be refused. */
  void add(T item) {
    count.incrementAndGet();
    items.add(item);
    ready.release();
  }

  /** Waits for the next item. */
  T take() {
    ready.acquireUninterruptibly();
    return next().orElseThrow();
  }

  Optional<T> poll() {
    return ready.tryAcquire() ? next() : Optional.empty();
  }

  int size() {
    return count.get();
  }

  private Optional<T> next() {
    T item = items.poll();
    count.decrementAndGet();
    return Optional.ofNullable(item);
  }
}
