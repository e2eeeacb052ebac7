package io.aumbry.transport.stream;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what has come on a connection and waits for its readers, whichever streams it belongs to
 * and whether those are still open; at a limit the connection reads no more until half of it is
 * free. Any thread.
 */
public final class UnreadBytes {
  private final long limit;
  private final Runnable changed;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicBoolean full = new AtomicBoolean();

  /**
   * A count of nothing.
   *
   * @param changed is told when {@link #isFull} has changed
   */
  public UnreadBytes(long limit, Runnable changed) {
    this.limit = limit;
    this.changed = changed;
  }

  /** For streams whose connection keeps its own count. */
  public static UnreadBytes unlimited() {
    return new UnreadBytes(Long.MAX_VALUE, () -> {});
  }

  void add(int count) {
    if (bytes.addAndGet(count) > limit && full.compareAndSet(false, true)) {
      changed.run();
      settle(bytes.get());
    }
  }

  void remove(int count) {
    settle(bytes.addAndGet(-count));
  }

  private void settle(long left) {
    if (left <= limit / 2 && full.compareAndSet(true, false)) {
      changed.run();
    }
  }

  /** Whether nothing more should be read. */
  public boolean isFull() {
    return full.get();
  }

  /** How many there are now. */
  public long count() {
    return bytes.get();
  }
}
