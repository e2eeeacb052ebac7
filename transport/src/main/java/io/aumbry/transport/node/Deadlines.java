package io.aumbry.transport.node;

import io.aumbry.protocol.runtime.Timer;
import io.aumbry.transport.loop.LoopCarrier;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One timer for the earliest deadline of the calls of a connection; on the connection's loop. */
final class Deadlines {
  /** Deadlines are met no more exactly than this, so that many close ones cost one look. */
  private static final long STEP_NANOS = Duration.ofMillis(2).toNanos();

  private final LoopCarrier carrier;
  private final LongConsumer sweep;
  private @Nullable Timer timer;
  private long at;
  private boolean stopped;

  /** Has {@code sweep} look at all calls, with the time in nanoseconds, when one is due. */
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

  /** Looks at the calls at {@code due}, in nanoseconds, or soon after. */
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
