package io.aumbry.store.io;

import java.util.Deque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The queue of disk threads. {@code offer} never blocks, not even for a lock, because event loops
 * call it.
 *
 * <p>Each item wakes only the thread that parked last. A semaphore would let each woken thread wake
 * the next. To prevent lost wake-ups, a thread polls again after it is visible as parked, and after
 * taking an item wakes another thread if items remain.
 */
final class WorkQueue<T> {
  private final Queue<T> items = new ConcurrentLinkedQueue<>();
  private final Deque<Thread> resting = new ConcurrentLinkedDeque<>();
  private final AtomicInteger count = new AtomicInteger();
  private final int max;

  WorkQueue(int max) {
    this.max = max;
  }

  boolean offer(T item) {
    if (count.incrementAndGet() > max) {
      count.decrementAndGet();
      return false;
    }
    items.add(item);
    wakeOne();
    return true;
  }

  void add(T item) {
    count.incrementAndGet();
    items.add(item);
    wakeOne();
  }

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
