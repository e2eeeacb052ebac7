package io.aumbry.router.policy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers recent failures, so that suspects are asked last. A wrong guess excludes nothing.
 *
 * @param <K> the kind of suspect; at most as many as nodes or partitions
 */
public final class Suspects<K> {
  private final Map<K, Long> untilNanos = new ConcurrentHashMap<>();
  private final long spanNanos;

  public Suspects(Duration span) {
    this.spanNanos = span.toNanos();
  }

  public void failed(K suspect, long nowNanos) {
    untilNanos.put(suspect, nowNanos + spanNanos);
  }

  public void succeeded(K suspect) {
    if (!untilNanos.isEmpty()) {
      untilNanos.remove(suspect);
    }
  }

  public boolean isSuspect(K suspect, long nowNanos) {
    if (untilNanos.isEmpty()) {
      return false;
    }
    Long until = untilNanos.get(suspect);
    if (until == null) {
      return false;
    }
    if (nowNanos - until >= 0) {
      untilNanos.remove(suspect, until);
      return false;
    }
    return true;
  }
}
