package io.aumbry.server.replication;

import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A limit in bytes per second for all near peers together, or for all far peers together. Bytes are
 * reserved before they are requested. Any thread may call it.
 */
public final class FetchPace {
  private static final long NANOS = Duration.ofSeconds(1).toNanos();

  private final Time time;
  private final long bytesPerSecond;

  /** Monotonic time at which all reserved bytes will have arrived. */
  private final AtomicLong paidUntil;

  /**
   * @param bytesPerSecond 0 for no limit
   */
  FetchPace(long bytesPerSecond, Time time) {
    this.bytesPerSecond = bytesPerSecond;
    this.time = time;
    this.paidUntil = new AtomicLong(time.monotonicNanos());
  }

  /** Limits a request to the bytes of one second. */
  public int within(int bytes) {
    return bytesPerSecond == 0 ? bytes : (int) Math.min(bytes, bytesPerSecond);
  }

  /** Reserves bytes, and returns when they may be requested. */
  public Deadline take(long bytes) {
    long now = time.monotonicNanos();
    if (bytesPerSecond == 0) {
      return new Deadline(now);
    }
    long span = span(bytes);
    long end = paidUntil.updateAndGet(until -> (until - now > 0 ? until : now) + span);
    return new Deadline(end - span);
  }

  /**
   * Corrects a reservation by the difference to the bytes that arrived; negative if fewer arrived.
   */
  public void correct(long bytes) {
    if (bytesPerSecond > 0) {
      paidUntil.addAndGet(span(bytes));
    }
  }

  private long span(long bytes) {
    return (long) ((double) bytes / bytesPerSecond * NANOS);
  }
}
