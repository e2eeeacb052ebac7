package io.aumbry.server.flow;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes may be held at once for one purpose. Who asks for more is refused at once and
 * never waits: a queue in front of a full node only makes it slower.
 */
public final class ByteBudget {
  private final String purpose;
  private final long limit;
  private final AtomicLong held = new AtomicLong();

  /** A budget of {@code limit} bytes for {@code purpose}, a plural as it reads in a message. */
  public ByteBudget(String purpose, long limit) {
    this.purpose = purpose;
    this.limit = limit;
  }

  /**
   * Takes {@code bytes} until the share is closed.
   *
   * @throws AumbryException {@link ErrorCode#OVERLOADED} when so many are not left
   */
  public Share take(long bytes) {
    return takeWithin(limit, bytes);
  }

  /** As {@link #take}, for those that must leave one half of the budget to others. */
  public Share takeOfHalf(long bytes) {
    return takeWithin(Math.max(bytes, limit / 2), bytes);
  }

  private Share takeWithin(long most, long bytes) {
    long before = held.getAndAdd(bytes);
    if (before + bytes > most) {
      held.addAndGet(-bytes);
      throw new AumbryException(
          ErrorCode.OVERLOADED,
          "%d bytes for %s, %d are held already, the limit is %d"
              .formatted(bytes, purpose, before, most));
    }
    return new Share(bytes);
  }

  /** Bytes held now. */
  public long held() {
    return held.get();
  }

  /** A part of the budget; closed once, by its owner. */
  public final class Share implements AutoCloseable {
    private long bytes;

    private Share(long bytes) {
      this.bytes = bytes;
    }

    @Override
    public void close() {
      held.addAndGet(-bytes);
      bytes = 0;
    }
  }
}
