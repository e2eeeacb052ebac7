package io.aumbry.transport.node;

import io.aumbry.protocol.runtime.Timer;
import io.aumbry.transport.loop.LoopCarrier;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One timer for the earliest deadline of a connection's calls. Used on the connection's loop only.
 */
final class Deadlines {
  /** The precision of deadlines. Calls with close deadlines share one sweep. */
  private static final long STEP_NANOS = Duration.ofMillis(2).toNanos();

  private final LoopCarrier carrier;
  private final LongConsumer sweep;
  private @Nullable Timer timer;
  private long at;
  private boolean stopped;

  /** Runs {@code sweep} with the time in nanoseconds when a call is due. */
  Deadlines(LoopCarrier carrier, LongConsumer sweep) {
    this.carrier = carrier;
    this.sweep = sweep;
  }

  void stop() {
    stopped = true;
    if (timer != null) {
      timer.cancel();
    }
  }

  /** Runs the sweep at {@code due}, in nanoseconds, or shortly after. */
  void expect(long due) {
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
    timer = null;
    if (!stopped) {
      sweep.accept(carrier.time().monotonicNanos());
    }
  }
}
