package io.aumbry.server.replication;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.server.replica.OpenReplicas;
import java.time.Duration;

/** A clock that the test moves. No thread may start. */
public record StandingCarrier(Time time, Carrier timers) implements Carrier {
  public static StandingCarrier of(OpenReplicas replicas) {
    return new StandingCarrier(replicas.time(), replicas.carrier());
  }

  @Override
  public void start(String name, Runnable task) {
    throw new IllegalStateException("no thread is to start: " + name);
  }

  @Override
  public Timer schedule(Duration delay, Runnable action) {
    return timers.schedule(delay, action);
  }
}
