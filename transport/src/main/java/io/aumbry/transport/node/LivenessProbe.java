package io.aumbry.transport.node;

import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.loop.LoopCarrier;
import java.time.Duration;

/** Pings a silent node. Used on the connection's loop only. */
final class LivenessProbe {
  /** A connection without calls is pinged only at every such tick. */
  private static final int IDLE_TICKS = 15;

  private final Http2NodeConnection connection;
  private final LoopCarrier carrier;
  private final Duration tick;
  private boolean heard = true;
  private boolean asked;
  private int quietTicks;
  private boolean stopped;

  LivenessProbe(
      Http2NodeConnection connection, LoopCarrier carrier, NodeClientConfig.Liveness liveness) {
    this.connection = connection;
    this.carrier = carrier;
    this.tick = liveness.pingAfter();
  }

  void start() {
    carrier.schedule(tick, this::tick);
  }

  void stop() {
    stopped = true;
  }

  /** A frame of the node arrived. */
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
}
