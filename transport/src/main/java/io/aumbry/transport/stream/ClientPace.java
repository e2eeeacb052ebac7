package io.aumbry.transport.stream;

import io.aumbry.protocol.runtime.Time;
import java.util.concurrent.TimeUnit;

/**
 * How fast a client sends a body and takes an answer. Time counts only while the client is awaited:
 * while a reader waits for bytes, or while written bytes are unsent. Any thread.
 */
public final class ClientPace {
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Time time;

  /** How many sides of the exchange await the client: its reader, its writer, or both. */
  private int awaiting;

  /** When the client was last awaited, while it is not. */
  private long pausedAt;

  /** The window begins here; later by each pause, which does not count. */
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

  /** The client is awaited by one more side. */
  synchronized void begin() {
    awaiting++;
    if (awaiting == 1) {
      long now = time.monotonicNanos();
      windowStart += now - pausedAt;
      lastMoved = now;
    }
  }

  /** One side awaits the client no longer. */
  synchronized void end() {
    awaiting--;
    if (awaiting == 0) {
      pausedAt = time.monotonicNanos();
    }
  }

  /** The client has sent or taken bytes. */
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

  /** Nanoseconds since the client moved a byte; 0 while it is not awaited. */
  public synchronized long stalledNanos() {
    return awaiting > 0 ? Math.max(1, time.monotonicNanos() - lastMoved) : 0;
  }

  /** Over the last second or more; the largest number before a second has passed. */
  public synchronized long bytesPerSecond() {
    long elapsed = (awaiting > 0 ? time.monotonicNanos() : pausedAt) - windowStart;
    return elapsed >= WINDOW_NANOS ? rate(elapsed) : lastRate;
  }
}
