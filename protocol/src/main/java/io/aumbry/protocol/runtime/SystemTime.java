package io.aumbry.protocol.runtime;

/** The clocks of the operating system. No other class reads them. */
public final class SystemTime implements Time {
  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public long monotonicNanos() {
    return System.nanoTime();
  }
}
