package io.aumbry.router.policy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Admits each item at most once in a time span, and a limited number of items in that span. Shared
 * by all loops.
 */
public final class RepeatLimiter<T> {
  private final int most;
  private final long spanNanos;

  /** Guarded by this. */
  private final Set<T> known = new HashSet<>();

  /** Oldest first; guarded by this. */
  private final Deque<Done<T>> oldest = new ArrayDeque<>();

  private record Done<T>(T what, long untilNanos) {}

  public enum Turn {
    NOW,
    DONE,
    TOO_MANY
  }

  public RepeatLimiter(int most, Duration span) {
    this.most = most;
    this.spanNanos = span.toNanos();
  }

  /** Decides whether {@code what} is due now, and if so counts it. */
  public synchronized Turn take(T what, long nowNanos) {
    while (!oldest.isEmpty() && nowNanos - oldest.getFirst().untilNanos() >= 0) {
      known.remove(oldest.removeFirst().what());
    }
    if (known.contains(what)) {
      return Turn.DONE;
    }
    if (oldest.size() >= most) {
      return Turn.TOO_MANY;
    }
    known.add(what);
    oldest.addLast(new Done<>(what, nowNanos + spanNanos));
    return Turn.NOW;
  }
}
