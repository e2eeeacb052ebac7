package io.aumbry.transport.stream;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the bytes of a connection that wait for their readers, including those of closed streams.
 * At the limit the connection refuses new streams. It does not stop reading, because a reader might
 * wait for bytes behind unread ones. Usable from any thread.
 */
public final class UnreadBytes {
  private final long limit;
  private final AtomicLong bytes = new AtomicLong();

  public UnreadBytes(long limit) {
    this.limit = limit;
  }

  /** For streams of a connection that has its own count. */
  public static UnreadBytes unlimited() {
    return new UnreadBytes(Long.MAX_VALUE);
  }

  void add(int count) {
    bytes.addAndGet(count);
  }

  void remove(int count) {
    bytes.addAndGet(-count);
  }

  public boolean isFull() {
    return bytes.get() > limit;
  }

  public long count() {
    return bytes.get();
  }

  public long limit() {
    return limit;
  }
}
