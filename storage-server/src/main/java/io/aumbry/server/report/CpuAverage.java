package io.aumbry.server.report;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;

/**
 * The share of the processors of this machine that is in use, averaged over the last three minutes.
 * In a container with a limit, it is the share of that limit. The platform measures since its last
 * call, so the nodes of a process share one average. Each of them may sample and read it.
 */
public final class CpuAverage {
  public static final Duration PERIOD = Duration.ofSeconds(10);

  static final int SAMPLES = 18;
  private static final double PERCENT = 100;

  private static final CpuAverage MACHINE = new CpuAverage(cpuOfMachine());

  private final DoubleSupplier cpu;
  private final Deque<Double> samples = new ArrayDeque<>();
  private OptionalLong sampledNanos = OptionalLong.empty();
  private volatile OptionalInt percent = OptionalInt.empty();

  /**
   * An average without samples.
   *
   * @param cpu the share since its last call, from 0 to 1, or another number if it is unknown
   */
  CpuAverage(DoubleSupplier cpu) {
    this.cpu = cpu;
  }

  public static CpuAverage ofMachine() {
    return MACHINE;
  }

  static DoubleSupplier cpuOfMachine() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system::getCpuLoad
        : () -> Double.NaN;
  }

  /**
   * To be called once per {@link #PERIOD} by each node. The first call only begins the first
   * period, and the calls of other nodes in the same period have no effect.
   */
  public synchronized void sample(long nowNanos) {
    boolean isFirst = sampledNanos.isEmpty();
    if (!isFirst && nowNanos - sampledNanos.getAsLong() < PERIOD.toNanos() / 2) {
      return;
    }
    sampledNanos = OptionalLong.of(nowNanos);
    double share = cpu.getAsDouble();
    if (isFirst) {
      return;
    }
    if (share >= 0 && share <= 1) {
      samples.addLast(share);
      if (samples.size() > SAMPLES) {
        samples.removeFirst();
      }
    } else {
      samples.clear();
    }
    percent = average();
  }

  private OptionalInt average() {
    double sum = 0;
    for (double sample : samples) {
      sum += sample;
    }
    return samples.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of((int) Math.round(PERCENT * sum / samples.size()));
  }

  /** From 0 to 100, or empty while it is unknown. */
  public OptionalInt percent() {
    return percent;
  }
}
