package io.aumbry.bench.process;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time that the current thread uses from now on. */
public final class OwnThread {
  private static final double NANOS_IN_MILLI = 1e6;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final long began = threads.getCurrentThreadCpuTime();

  public double millis() {
    return (threads.getCurrentThreadCpuTime() - began) / NANOS_IN_MILLI;
  }
}
