package io.aumbry.server.worker;

import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.log.Pace;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A rate limit in bytes per second for one thread. */
public final class WorkPace implements Pace {
  /** Shorter waits are added up first. */
  private static final long LEAST_NANOS = Duration.ofMillis(20).toNanos();

  /** Longest single wait; the rest is added to later waits. */
  private static final long MOST_NANOS = Duration.ofMillis(500).toNanos();

  private final Time time;
  private final LongSupplier bytesPerSecond;
  private final Consumer<Duration> pause;
  private long ahead;
  private long last;

  /**
   * A rate that may change.
   *
   * @param bytesPerSecond read at each step; more than 0
   * @param pause waits for a time, which may be zero
   */
  public WorkPace(Time time, LongSupplier bytesPerSecond, Consumer<Duration> pause) {
    this.time = time;
    this.bytesPerSecond = bytesPerSecond;
    this.pause = pause;
    this.last = time.monotonicNanos();
  }

  @Override
  public void moved(long bytes) {
    long now = time.monotonicNanos();
    ahead = Math.max(0, ahead - (now - last)) + Math.round(bytes * nanosPerByte());
    last = now;
    pause.accept(Duration.ofNanos(ahead > LEAST_NANOS ? Math.min(ahead, MOST_NANOS) : 0));
  }

  private double nanosPerByte() {
    return (double) Duration.ofSeconds(1).toNanos() / bytesPerSecond.getAsLong();
  }
}
