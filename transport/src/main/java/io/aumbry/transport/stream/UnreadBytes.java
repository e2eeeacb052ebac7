package io.aumbry.transport.stream;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what has come on a connection and waits for its readers, whichever streams it belongs to
 * and whether those are still open. At the limit the connection takes no new streams; to stop
 * reading instead would starve a reader whose bytes are behind those that nobody reads. Any thread.
 */
public final class UnreadBytes {
  private final long limit;
  private final AtomicLong bytes = new AtomicLong();

  /** A count of nothing. */
  public UnreadBytes(long limit) {
    this.limit = limit;
  }

  /** For streams whose connection keeps its own count. */
  public static UnreadBytes unlimited() {
    return new UnreadBytes(Long.MAX_VALUE);
  }

  void add(int count) {
    bytes.addAndGet(count);
  }

  void remove(int count) {
    bytes.addAndGet(-count);
  }

  /** Whether no new stream should be begun. */
  public boolean isFull() {
    return bytes.get() > limit;
  }

  /** How many there are now. */
  public long count() {
    return bytes.get();
  }

  public long limit() {
    return limit;
  }
}
