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
   * @param offsetMillis of its wall clock from true time
   * @param driftPpm how much faster it goes, in millionths
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
   * The earliest true time at which this clock may have said {@code millis}, which it did.
   *
   * @return milliseconds since 1970
   */
  public long trueMillis(long millis) {
    long ago = Math.max(0, wallMillis() - millis);
    long drift = (long) (ago * Math.abs(rate - 1)) + 2;
    return scheduler.wallMillis() - ago - drift - jumpedMillis;
  }

  /** The latest time that this clock may have shown at a true time that has gone by. */
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

  /** True nanoseconds until this clock has gone on by {@code nanos}, rounded up. */
  long real(long nanos) {
    long target = monotonicNanos() + Math.max(0, nanos);
    long until = (long) Math.ceil(target / rate);
    while ((long) (until * rate) < target) {
      until++;
    }
    return until - scheduler.now();
  }
}
