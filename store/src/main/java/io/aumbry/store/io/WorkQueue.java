package io.aumbry.store.io;

import java.util.Deque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * What waits for a disk thread. Offering never waits, also not for a lock, since event loops do it.
 *
 * <p>An item wakes one thread, the one that came to rest last: a semaphore would have each thread
 * that is woken wake the next. That no item is left behind: who goes to rest looks once more after
 * it can be seen to rest, and who has taken an item while it could wakes another for what is left.
 */
final class WorkQueue<T> {
  private final Queue<T> items = new ConcurrentLinkedQueue<>();
  private final Deque<Thread> resting = new ConcurrentLinkedDeque<>();
  private final AtomicInteger count = new AtomicInteger();
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
    wakeOne();
    return true;
  }

  /** Adds an item that may not be refused. */
  void add(T item) {
    count.incrementAndGet();
    items.add(item);
    wakeOne();
  }

  /** Waits for the next item. */
  T take() {
    Optional<T> item = poll();
    return item.isPresent() ? item.get() : await();
  }

  private T await() {
    Optional<T> item = Optional.empty();
    while (item.isEmpty()) {
      resting.push(Thread.currentThread());
      item = poll();
      if (item.isEmpty()) {
        LockSupport.park(this);
        item = poll();
      }
      resting.remove(Thread.currentThread());
    }
    if (!items.isEmpty()) {
      wakeOne();
    }
    return item.get();
  }

  private void wakeOne() {
    LockSupport.unpark(resting.poll());
  }

  Optional<T> poll() {
    T item = items.poll();
    if (item == null) {
      return Optional.empty();
    }
    count.decrementAndGet();
    return Optional.of(item);
  }

  int size() {
    return count.get();
  }
}
