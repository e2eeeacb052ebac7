package io.aumbry.store.io;

import com.codahale.metrics.Clock;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MovingAverages;

/**
 * Averages of a meter of which only the count is asked for: none. Keeping them reads the clock and
 * adds to three more numbers at each read.
 */
final class PlainCount implements MovingAverages {
  private PlainCount() {}

  static Meter meter() {
    return new Meter(new PlainCount(), Clock.defaultClock());
  }

  @Override
  public void tickIfNecessary() {
    // Nothing is averaged.
  }

  @Override
  public void update(long n) {
    // Nothing is averaged.
  }

  @Override
  public double getM1Rate() {
    return 0;
  }

  @Override
  public double getM5Rate() {
    return 0;
  }

  @Override
  public double getM15Rate() {
    return 0;
  }
}
