package io.aumbry.tests.simulation.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * What happened in a simulation, in order: a hash over all of it, by which two runs can be told to
 * be the same, and the last events for people.
 */
public final class Trace {
  private static final int KEPT = 200;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final long NANOS_PER_MICRO = 1_000;

  private final Deque<String> last = new ArrayDeque<>();
  private final Consumer<String> listener;
  private long hash = 0xcbf29ce484222325L;
  private long events;

  /** A trace that hands each line to {@code listener}. */
  public Trace(Consumer<String> listener) {
    this.listener = listener;
  }

  /** A step of a thread or a timer: counted and hashed, but not told. */
  void step(long nanos, int who) {
    mix(nanos);
    mix(who);
    events++;
  }

  /** Something that people want to see. */
  public void event(long nanos, String who, String what) {
    mix(nanos);
    mix(who.hashCode());
    mix(what.hashCode());
    events++;
    String line = "%12d us  %-12s %s".formatted(nanos / NANOS_PER_MICRO, who, what);
    if (last.size() == KEPT) {
      last.removeFirst();
    }
    last.addLast(line);
    listener.accept(line);
  }

  /** As FNV-1a does, but a long at a time. */
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

  /** The last lines. */
  public List<String> tail() {
    return List.copyOf(last);
  }
}
