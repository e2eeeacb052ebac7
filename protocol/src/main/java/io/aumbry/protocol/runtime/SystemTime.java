package io.aumbry.protocol.runtime;

/** The operating system's clocks: the one class that asks for the time. */
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
