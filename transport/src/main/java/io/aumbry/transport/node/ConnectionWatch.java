package io.aumbry.transport.node;

import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.transport.loop.LoopCarrier;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The two timers of a connection: one for the earliest deadline of its calls, one that asks a quiet
 * node whether it is still there. On the connection's loop.
 */
final class ConnectionWatch {
  /** Deadlines are met no more exactly than this, so that many close ones cost one look. */
  private static final long STEP_NANOS = Duration.ofMillis(2).toNanos();

  /** A connection without calls is asked only at every so many ticks. */
  private static final int IDLE_TICKS = 15;

  private final NodeConnection connection;
  private final LoopCarrier carrier;
  private final Duration tick;
  private @Nullable Timer sweep;
  private long sweepAt;
  private boolean heard = true;
  private boolean asked;
  private int quietTicks;
  private boolean stopped;

  ConnectionWatch(
      NodeConnection connection, LoopCarrier carrier, NodeClientConfig.Liveness liveness) {
    this.connection = connection;
    this.carrier = carrier;
    this.tick = liveness.pingAfter();
  }

  void start() {
    carrier.schedule(tick, this::tick);
  }

  void stop() {
    stopped = true;
    if (sweep != null) {
      sweep.cancel();
    }
  }

  /** The node gave a sign of life. */
  void heard() {
    heard = true;
  }

  private void tick() {
    if (stopped) {
      return;
    }
    if (heard) {
      asked = false;
      quietTicks = 0;
    } else if (asked) {
      connection.close(ErrorCode.CONNECTION_LOST, "The node does not answer pings");
      return;
    } else if (connection.hasCalls() || ++quietTicks >= IDLE_TICKS) {
      asked = true;
      connection.ping();
    }
    heard = false;
    carrier.schedule(tick, this::tick);
  }

  /** Looks at the calls at {@code due}, in nanoseconds, or soon after. */
  void expect(long due) {
    if (sweep != null && due - sweepAt >= 0) {
      return;
    }
    if (sweep != null) {
      sweep.cancel();
    }
    long now = carrier.time().monotonicNanos();
    sweepAt = Math.max(due - now, STEP_NANOS) + now;
    sweep = carrier.schedule(Duration.ofNanos(sweepAt - now), this::sweep);
  }

  private void sweep() {
    sweep = null;
    if (!stopped) {
      connection.sweep(carrier.time().monotonicNanos());
    }
  }
}
