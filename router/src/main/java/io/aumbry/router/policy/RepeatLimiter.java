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

  private record Done<T>(T item, long untilNanos) {}

  public enum Turn {
    NOW,
    DONE,
    TOO_MANY
  }

  public RepeatLimiter(int most, Duration span) {
    this.most = most;
    this.spanNanos = span.toNanos();
  }

  /** Decides whether {@code item} is due now, and if so counts it. */
  public synchronized Turn take(T item, long nowNanos) {
    while (!oldest.isEmpty() && nowNanos - oldest.getFirst().untilNanos() >= 0) {
      known.remove(oldest.removeFirst().item());
    }
    if (known.contains(item)) {
      return Turn.DONE;
    }
    if (oldest.size() >= most) {
      return Turn.TOO_MANY;
    }
    known.add(item);
    oldest.addLast(new Done<>(item, nowNanos + spanNanos));
    return Turn.NOW;
  }
}
