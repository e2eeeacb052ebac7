package io.aumbry.tests.simulation.engine;

import io.aumbry.protocol.runtime.Time;

/** The clocks of one machine: wrong by an offset, and too fast or too slow by a drift. */
public final class SimulatedClock implements Time {
  private static final double MILLION = 1e6;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final SimulatedScheduler scheduler;
  private final double rate;
  private long offsetMillis;
  private long jumpedMillis;

  /**
   * Follows the time of the scheduler, with an error.
   *
   * @param offsetMillis offset of the wall clock from true time
   * @param driftPpm how much faster the clock runs, in millionths
   */
  public SimulatedClock(SimulatedScheduler scheduler, long offsetMillis, int driftPpm) {
    this.scheduler = scheduler;
    this.offsetMillis = offsetMillis;
    this.rate = 1 + driftPpm / MILLION;
  }

  /** Sets the wall clock, as an operator or NTP does. */
  public void jump(long millis) {
    offsetMillis += millis;
    jumpedMillis += Math.abs(millis);
  }

  /**
   * Returns the earliest true time at which this clock may have shown {@code millis}.
   *
   * @return milliseconds since 1970
   */
  public long trueMillis(long millis) {
    long ago = Math.max(0, wallMillis() - millis);
    long drift = (long) (ago * Math.abs(rate - 1)) + 2;
    return scheduler.wallMillis() - ago - drift - jumpedMillis;
  }

  /** Returns the latest time that this clock may have shown at a true time in the past. */
  public long latestMillis(long trueMillis) {
    long ago = Math.max(0, scheduler.wallMillis() - trueMillis);
    long drift = (long) (ago * Math.abs(rate - 1)) + 2;
    return wallMillis() - ago + drift + jumpedMillis;
  }

  @Override
  public long wallMillis() {
    return scheduler.wallMillis()
        + offsetMillis
        + (monotonicNanos() - scheduler.now()) / NANOS_PER_MILLI;
  }

  @Override
  public long monotonicNanos() {
    return (long) (scheduler.now() * rate);
  }

  /** Returns the true nanoseconds until this clock has advanced by {@code nanos}, rounded up. */
  long real(long nanos) {
    long target = monotonicNanos() + Math.max(0, nanos);
    long until = (long) Math.ceil(target / rate);
    while ((long) (until * rate) < target) {
      until++;
    }
    return until - scheduler.now();
  }
}
