package io.aumbry.protocol.runtime;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A queue of messages to one thread. A request's thread parks nowhere else. Any thread may post;
 * one thread at a time may take.
 *
 * <p>A mailbox is unbounded. Its users bound the number of messages, for example by the number of
 * calls or a flow-control window.
 *
 * @param <T> type of the messages
 */
public final class Mailbox<T> {
  private final Queue<T> items = new ConcurrentLinkedQueue<>();

  /** The thread that is parked or about to park in {@link #take}. */
  private volatile @Nullable Thread taker;

  /** Runs after each post, if set. */
  private volatile @Nullable Runnable listener;

  public void post(T item) {
    items.add(item);
    Thread waiting = taker;
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
    Runnable told = listener;
    if (told != null) {
      told.run();
    }
  }

  /**
   * Runs {@code polls} now, because items may be waiting, and then after each post, on the posting
   * thread. Several threads may run it at once, so it must ensure that only one of them polls. No
   * thread may take after this call.
   */
  public void pollOnPost(Runnable polls) {
    listener = polls;
    polls.run();
  }

  /** The oldest message, if any. Never waits. */
  public Optional<T> poll() {
    return Optional.ofNullable(items.poll());
  }

  /** Waits for the next message without a limit. */
  public T take() {
    T item = items.poll();
    if (item != null) {
      return item;
    }
    taker = Thread.currentThread();
    try {
      while ((item = items.poll()) == null) {
        LockSupport.park(this);
      }
      return item;
    } finally {
      taker = null;
    }
  }

  /**
   * Waits for the next message, or returns empty once {@code isGivenUp} holds. The code that makes
   * it hold must unpark the waiting thread.
   */
  public Optional<T> take(BooleanSupplier isGivenUp) {
    T item = items.poll();
    if (item != null) {
      return Optional.of(item);
    }
    taker = Thread.currentThread();
    try {
      while ((item = items.poll()) == null && !isGivenUp.getAsBoolean()) {
        LockSupport.park(this);
      }
      return Optional.ofNullable(item);
    } finally {
      taker = null;
    }
  }

  /** Waits for the next message, or returns empty after {@code deadline}. */
  public Optional<T> take(Deadline deadline, Carrier carrier) {
    return take(deadline, carrier, () -> false);
  }

  /** As {@link #take(BooleanSupplier)}, but at most until {@code deadline}. */
  public Optional<T> take(Deadline deadline, Carrier carrier, BooleanSupplier isGivenUp) {
    T item = items.poll();
    if (item != null) {
      return Optional.of(item);
    }
    Thread self = Thread.currentThread();
    Time time = carrier.time();
    Timer alarm = carrier.schedule(deadline.remaining(time), () -> LockSupport.unpark(self));
    try {
      return take(() -> isGivenUp.getAsBoolean() || deadline.hasPassed(time));
    } finally {
      alarm.cancel();
    }
  }
}
