package io.aumbry.transport.stream;

import io.aumbry.protocol.runtime.Time;
import java.util.concurrent.TimeUnit;

/**
 * Measures how fast a client sends a request body and takes a response. Time counts only while the
 * process waits for the client: while a reader waits for bytes, or written bytes are unsent. Usable
 * from any thread.
 */
public final class ClientPace {
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Time time;

  /** Number of sides that wait for the client: reader, writer, or both. */
  private int awaiting;

  /** The time since which no side waits. */
  private long pausedAt;

  /** Start of the measurement window, moved on by each pause. */
  private long windowStart;

  private long windowBytes;
  private long lastRate = Long.MAX_VALUE;
  private long lastMoved;

  public ClientPace(Time time) {
    this.time = time;
    this.pausedAt = time.monotonicNanos();
    this.windowStart = pausedAt;
    this.lastMoved = pausedAt;
  }

  /** One more side waits for the client. */
  synchronized void begin() {
    awaiting++;
    if (awaiting == 1) {
      long now = time.monotonicNanos();
      windowStart += now - pausedAt;
      lastMoved = now;
    }
  }

  /** One side no longer waits for the client. */
  synchronized void end() {
    awaiting--;
    if (awaiting == 0) {
      pausedAt = time.monotonicNanos();
    }
  }

  /** The client sent or took bytes. */
  synchronized void moved(long bytes) {
    long now = awaiting > 0 ? time.monotonicNanos() : pausedAt;
    long elapsed = now - windowStart;
    if (elapsed >= WINDOW_NANOS) {
      lastRate = rate(elapsed);
      windowStart = now;
      windowBytes = 0;
    }
    windowBytes += bytes;
    lastMoved = now;
  }

  private long rate(long elapsed) {
    return (long) (windowBytes * (double) TimeUnit.SECONDS.toNanos(1) / elapsed);
  }

  /** Nanoseconds since the client last moved a byte; 0 while no side waits for it. */
  public synchronized long stalledNanos() {
    return awaiting > 0 ? Math.max(1, time.monotonicNanos() - lastMoved) : 0;
  }

  /** Rate over the last second or more. {@link Long#MAX_VALUE} before one second has passed. */
  public synchronized long bytesPerSecond() {
    long elapsed = (awaiting > 0 ? time.monotonicNanos() : pausedAt) - windowStart;
    return elapsed >= WINDOW_NANOS ? rate(elapsed) : lastRate;
  }
}
