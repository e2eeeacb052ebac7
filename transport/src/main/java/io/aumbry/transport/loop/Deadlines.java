package io.aumbry.transport.loop;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Timer;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One timer for the earliest deadline of many calls. The sweep runs on the carrier. */
public final class Deadlines {
  /** The precision of deadlines. Calls with close deadlines share one sweep. */
  private static final long STEP_NANOS = Duration.ofMillis(2).toNanos();

  private final Carrier carrier;
  private final LongConsumer sweep;
  private @Nullable Timer timer;
  private long at;
  private boolean stopped;

  /** Runs {@code sweep} with the time in nanoseconds when a call is due. */
  public Deadlines(Carrier carrier, LongConsumer sweep) {
    this.carrier = carrier;
    this.sweep = sweep;
  }

  public synchronized void stop() {
    stopped = true;
    if (timer != null) {
      timer.cancel();
    }
  }

  /** Runs the sweep at {@code due}, in nanoseconds, or shortly after. */
  public synchronized void expect(long due) {
    if (timer != null && due - at >= 0) {
      return;
    }
    if (timer != null) {
      timer.cancel();
    }
    long now = carrier.time().monotonicNanos();
    at = Math.max(due - now, STEP_NANOS) + now;
    timer = carrier.schedule(Duration.ofNanos(at - now), this::look);
  }

  private void look() {
    if (isDue()) {
      sweep.accept(carrier.time().monotonicNanos());
    }
  }

  private synchronized boolean isDue() {
    timer = null;
    return !stopped;
  }
}
