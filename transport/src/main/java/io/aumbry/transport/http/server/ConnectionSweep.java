package io.aumbry.transport.http.server;

import io.aumbry.transport.loop.LoopCarrier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Periodically checks the connections of one server on one loop, so that none needs its own timer.
 * Used on its loop only.
 */
final class ConnectionSweep {
  interface Watched {
    /** Ends requests that have exceeded their time. */
    void check(long now);

    /** Closes after the open requests. */
    void drain();

    /** Closes at once. */
    void kill();
  }

  private final LoopCarrier carrier;
  private final Duration every;
  private final Set<Watched> watched = new LinkedHashSet<>();
  private long now;
  private boolean scheduled;
  private Runnable whenEmpty = () -> {};

  ConnectionSweep(LoopCarrier carrier, Duration every) {
    this.carrier = carrier;
    this.every = every;
  }

  void add(Watched connection) {
    watched.add(connection);
    if (!scheduled) {
      scheduled = true;
      now = carrier.time().monotonicNanos();
      schedule();
    }
  }

  void remove(Watched connection) {
    if (watched.remove(connection) && watched.isEmpty()) {
      whenEmpty.run();
    }
  }

  /** Runs {@code action} once, after the last connection was closed. */
  void onEmpty(Runnable action) {
    whenEmpty =
        () -> {
          whenEmpty = () -> {};
          action.run();
        };
  }

  /** The time of the last check, in nanoseconds. */
  long now() {
    return now;
  }

  List<Watched> all() {
    return new ArrayList<>(watched);
  }

  private void schedule() {
    carrier.schedule(every, this::look);
  }

  private void look() {
    if (watched.isEmpty()) {
      scheduled = false;
      return;
    }
    now = carrier.time().monotonicNanos();
    all().forEach(connection -> connection.check(now));
    schedule();
  }
}
