package io.aumbry.protocol.budget;

import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long a budget has been refusing requests for lack of room. Refusals less than two seconds
 * apart count as one period. The lock of the budget guards it.
 */
final class OverloadPeriod {
  private static final long GAP_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Time time;
  private boolean begun;
  private long since;
  private long last;

  OverloadPeriod(Time time) {
    this.time = time;
  }

  void refused() {
    long now = time.monotonicNanos();
    if (!isOn(now)) {
      begun = true;
      since = now;
    }
    last = now;
  }

  Duration length() {
    long now = time.monotonicNanos();
    return isOn(now) ? Duration.ofNanos(now - since) : Duration.ZERO;
  }

  private boolean isOn(long now) {
    return begun && now - last <= GAP_NANOS;
  }
}
