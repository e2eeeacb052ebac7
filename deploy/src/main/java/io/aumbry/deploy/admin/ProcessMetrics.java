package io.aumbry.deploy.admin;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Locale;

/** What every process measures of its JVM and of itself at the operating system. */
public final class ProcessMetrics {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  private ProcessMetrics() {}

  /** Adds them to the metrics of a process. */
  public static void register(MetricRegistry metrics) {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    gauge(metrics, "jvm.heap.used.bytes", () -> memory.getHeapMemoryUsage().getUsed());
    gauge(metrics, "jvm.heap.max.bytes", () -> memory.getHeapMemoryUsage().getMax());
    gauge(metrics, "jvm.nonheap.used.bytes", () -> memory.getNonHeapMemoryUsage().getUsed());
    gauge(metrics, "jvm.threads", () -> ManagementFactory.getThreadMXBean().getThreadCount());
    gauge(
        metrics,
        "jvm.uptime.seconds",
        () -> ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS_PER_SECOND);
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      String labels = "{collector=" + label(collector.getName()) + "}";
      gauge(metrics, "jvm.gc.collections" + labels, collector::getCollectionCount);
      gauge(
          metrics,
          "jvm.gc.seconds" + labels,
          () -> collector.getCollectionTime() / MILLIS_PER_SECOND);
    }
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      String labels = "{pool=" + label(pool.getName()) + "}";
      gauge(metrics, "jvm.buffers.used.bytes" + labels, pool::getMemoryUsed);
      gauge(metrics, "jvm.buffers.count" + labels, pool::getCount);
    }
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      gauge(metrics, "process.cpu.seconds", () -> system.getProcessCpuTime() / NANOS_PER_SECOND);
      gauge(metrics, "process.open.files", system::getOpenFileDescriptorCount);
      gauge(metrics, "process.max.files", system::getMaxFileDescriptorCount);
    }
  }

  private static void gauge(MetricRegistry metrics, String name, Gauge<Number> gauge) {
    metrics.register(name, gauge);
  }

  private static String label(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }
}
