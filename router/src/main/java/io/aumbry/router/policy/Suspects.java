package io.aumbry.router.policy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What failed a short while ago and is better asked last. A guess that costs nothing when wrong:
 * nobody is ever left out because of it.
 *
 * @param <K> what is suspected: at most as many as there are nodes or partitions
 */
public final class Suspects<K> {
  private final Map<K, Long> untilNanos = new ConcurrentHashMap<>();
  private final long spanNanos;

  /** Suspicion ends {@code span} after the last failure. */
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
