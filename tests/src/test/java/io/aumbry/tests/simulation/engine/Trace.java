package io.aumbry.tests.simulation.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * The events of a simulation in order: a hash over all of them, to compare two runs, and the last
 * lines for people to read.
 */
public final class Trace {
  private static final int KEPT = 200;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final long NANOS_PER_MICRO = 1_000;

  private final Deque<String> last = new ArrayDeque<>();
  private final Consumer<String> listener;
  private long hash = 0xcbf29ce484222325L;
  private long events;

  public Trace(Consumer<String> listener) {
    this.listener = listener;
  }

  /** Counts and hashes a step of a thread or a timer, without a line. */
  void step(long nanos, int thread) {
    mix(nanos);
    mix(thread);
    events++;
  }

  public void event(long nanos, String source, String message) {
    mix(nanos);
    mix(source.hashCode());
    mix(message.hashCode());
    events++;
    String line = "%12d us  %-12s %s".formatted(nanos / NANOS_PER_MICRO, source, message);
    if (last.size() == KEPT) {
      last.removeFirst();
    }
    last.addLast(line);
    listener.accept(line);
  }

  /** A step of FNV-1a, with a long in place of a byte. */
  private void mix(long value) {
    hash = (hash ^ value) * FNV_PRIME;
    hash ^= hash >>> 32;
  }

  public long hash() {
    return hash;
  }

  public long events() {
    return events;
  }

  /** Returns the last 200 lines. */
  public List<String> tail() {
    return List.copyOf(last);
  }
}
