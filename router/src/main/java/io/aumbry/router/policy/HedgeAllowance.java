package io.aumbry.router.policy;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Caps hedged requests at a share of all requests, so that a slow cluster does not get each request
 * twice. It is a token bucket: a request adds a share of a token, a hedge takes one. As the bucket
 * runs low, {@link #patience} grows, which saves hedges for the slowest requests.
 */
public final class HedgeAllowance {
  /** Units of one token. */
  private static final int HEDGE = 1000;

  /** Hedges that may follow each other at once. */
  private static final int BURST = 10;

  /** Level below which patience grows. */
  private static final int PLENTY = BURST * HEDGE / 2;

  private final int perRequest;
  private final AtomicInteger level = new AtomicInteger(BURST * HEDGE);

  public HedgeAllowance(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share of hedges is " + share + ", must be 0 to 1");
    }
    this.perRequest = (int) Math.round(share * HEDGE);
    if (perRequest == 0) {
      level.set(0);
    }
  }

  public void requested() {
    // A full bucket, the usual state, is only read, so that loops do not contend for it.
    if (level.get() < BURST * HEDGE) {
      level.updateAndGet(now -> Math.min(BURST * HEDGE, now + perRequest));
    }
  }

  public boolean isEverAvailable() {
    return perRequest > 0;
  }

  /** Factor for the threshold of a request, 1 to 2. */
  public double patience() {
    return 2 - (double) Math.min(level.get(), PLENTY) / PLENTY;
  }

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
