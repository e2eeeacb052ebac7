package io.aumbry.transport.http;

import io.aumbry.transport.loop.LoopCarrier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks through the connections of one server on one loop now and then, so that none needs a timer
 * of its own. On its loop only.
 */
final class Sweep {
  /** What is looked after. */
  interface Watched {
    /** Acts on what has taken too long. */
    void check(long now);

    /** Closes, once the open requests are answered. */
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

  Sweep(LoopCarrier carrier, Duration every) {
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

  /** Runs {@code action} once, when the last connection has gone. */
  void onEmpty(Runnable action) {
    whenEmpty =
        () -> {
          whenEmpty = () -> {};
          action.run();
        };
  }

  /** Nanoseconds, as of the last look. */
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
