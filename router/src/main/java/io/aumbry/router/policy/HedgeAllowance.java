package io.aumbry.router.policy;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Caps hedged requests at a share of all requests, so that a cluster that is slow is not asked
 * twice for everything: a bucket that each request fills by the share and each hedge empties by
 * one. As it runs low, a request must be later to be worth a hedge: those that are only a little
 * late do not take what those need that are very late.
 */
public final class HedgeAllowance {
  /** Units of a whole hedge. */
  private static final int HEDGE = 1000;

  /** So many hedges may follow each other at once after a quiet time. */
  private static final int BURST = 10;

  /** Below this, patience grows. */
  private static final int PLENTY = BURST * HEDGE / 2;

  private final int perRequest;
  private final AtomicInteger level = new AtomicInteger(BURST * HEDGE);

  /**
   * A full bucket.
   *
   * @param share of requests that may be hedged, 0 to 1
   */
  public HedgeAllowance(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share of hedges is " + share + ", must be 0 to 1");
    }
    this.perRequest = (int) Math.round(share * HEDGE);
    if (perRequest == 0) {
      level.set(0);
    }
  }

  /** Counts one request that might be hedged. */
  public void requested() {
    // a full bucket, the usual state, is only read: loops do not contend for it
    if (level.get() < BURST * HEDGE) {
      level.updateAndGet(now -> Math.min(BURST * HEDGE, now + perRequest));
    }
  }

  /** Whether there are hedges at all. */
  public boolean isEverAvailable() {
    return perRequest > 0;
  }

  /** How many times the usual a request should be late now, from 1 to 2. */
  public double patience() {
    return 2 - (double) Math.min(level.get(), PLENTY) / PLENTY;
  }

  /** Takes the right to one hedge, if there is one. */
  public boolean tryTake() {
    int now = level.get();
    while (now >= HEDGE) {
      if (level.compareAndSet(now, now - HEDGE)) {
        return true;
      }
      now = level.get();
    }
    return false;
  }
}
