package io.aumbry.transport.loop;

import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Records turns of virtual threads that held their loop longer than a limit, for tests and for the
 * diagnosis of stalls.
 */
public final class LoopWatchdog {
  /** Number of recorded turns. Later ones are only counted. */
  public static final int MAX_KEPT = 100;

  private final Duration bound;
  private final Time time;
  private final Queue<Duration> holds = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();

  LoopWatchdog(Duration bound, Time time) {
    this.bound = bound;
    this.time = time;
  }

  /** Durations of the recorded turns. */
  public List<Duration> holds() {
    return List.copyOf(holds);
  }

  /** Number of turns that exceeded the limit. */
  public int count() {
    return count.get();
  }

  Executor watching(Executor loop) {
    return bound.isZero() ? loop : turn -> loop.execute(() -> run(turn));
  }

  private void run(Runnable turn) {
    long start = time.monotonicNanos();
    turn.run();
    Duration held = Duration.ofNanos(time.monotonicNanos() - start);
    if (held.compareTo(bound) > 0 && count.incrementAndGet() <= MAX_KEPT) {
      holds.add(held);
    }
  }
}
