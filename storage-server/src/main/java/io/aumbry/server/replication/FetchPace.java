package io.aumbry.server.replication;

import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * So many bytes a second from all peers together that are near, or from all that are far, for the
 * pullers of one node. Each takes its turn before it asks. Callable from any thread.
 */
final class FetchPace {
  private static final long NANOS = Duration.ofSeconds(1).toNanos();

  private final Time time;
  private final long bytesPerSecond;

  /** When all that was taken so far will have come, in monotonic time. */
  private final AtomicLong paidUntil;

  /**
   * A pace that has not begun.
   *
   * @param bytesPerSecond 0 for no limit
   */
  FetchPace(long bytesPerSecond, Time time) {
    this.bytesPerSecond = bytesPerSecond;
    this.time = time;
    this.paidUntil = new AtomicLong(time.monotonicNanos());
  }

  /** Of these, as many as come in a second. */
  int within(int bytes) {
    return bytesPerSecond == 0 ? bytes : (int) Math.min(bytes, bytesPerSecond);
  }

  /** When so many bytes may be asked for. */
  Deadline take(long bytes) {
    long now = time.monotonicNanos();
    if (bytesPerSecond == 0) {
      return new Deadline(now);
    }
    long span = span(bytes);
    long end = paidUntil.updateAndGet(until -> (until - now > 0 ? until : now) + span);
    return new Deadline(end - span);
  }

  /** So many bytes more came than were taken, or fewer. */
  void correct(long bytes) {
    if (bytesPerSecond > 0) {
      paidUntil.addAndGet(span(bytes));
    }
  }

  private long span(long bytes) {
    return (long) ((double) bytes / bytesPerSecond * NANOS);
  }
}
