package io.aumbry.protocol.runtime;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where one thread waits for what others tell it: the only place in which the thread of a request
 * parks. Any thread may post; only one thread at a time may take.
 *
 * <p>A mailbox has no bound of its own: who hands it out bounds what can be posted (so many calls,
 * a flow-control window).
 *
 * @param <T> what is told
 */
public final class Mailbox<T> {
  private final Queue<T> items = new ConcurrentLinkedQueue<>();

  /** The thread parked or about to park in {@link #take}; empty slot otherwise. */
  private volatile @Nullable Thread taker;

  /** Runs after each post once set. */
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
   * From now on, {@code polls} runs after each post on the thread that posted, and once now because
   * items may be waiting. Several threads may run it at the same time: it must make sure that only
   * one of them polls. No thread may take after this call.
   */
  public void pollOnPost(Runnable polls) {
    listener = polls;
    polls.run();
  }

  /** What was posted first, if anything was; never waits. */
  public Optional<T> poll() {
    return Optional.ofNullable(items.poll());
  }

  /** Waits, for as long as it takes, for what is posted next. */
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
   * Waits for the next item until {@code isGivenUp} holds: then the answer is empty. Whoever makes
   * it hold unparks the thread that waits.
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

  /** Waits for what is posted next, but not beyond {@code deadline}: then the answer is empty. */
  public Optional<T> take(Deadline deadline, Carrier carrier) {
    return take(deadline, carrier, () -> false);
  }

  /** As {@link #take(BooleanSupplier)}, but not beyond {@code deadline}. */
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
