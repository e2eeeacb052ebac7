package io.aumbry.deploy.admin;

import com.sun.management.UnixOperatingSystemMXBean;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Gauge;
import io.aumbry.protocol.metrics.Metrics;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Locale;

/** Metrics of every process: those of its JVM, and those of the operating system about it. */
public final class ProcessMetrics {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  private ProcessMetrics() {}

  public static void register(Metrics metrics) {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    metrics.gauge(
        "aumbry_jvm_heap_used_bytes", "Heap in use", () -> memory.getHeapMemoryUsage().getUsed());
    metrics.gauge(
        "aumbry_jvm_heap_max_bytes", "Maximum heap", () -> memory.getHeapMemoryUsage().getMax());
    metrics.gauge(
        "aumbry_jvm_nonheap_used_bytes",
        "Memory for classes and compiled code",
        () -> memory.getNonHeapMemoryUsage().getUsed());
    metrics.gauge(
        "aumbry_jvm_threads",
        "Platform threads",
        () -> ManagementFactory.getThreadMXBean().getThreadCount());
    metrics.gauge(
        "aumbry_jvm_uptime_seconds",
        "Time since the start",
        () -> ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS_PER_SECOND);
    registerCollectors(metrics);
    registerBuffers(metrics);
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      metrics.gauge(
          "aumbry_process_cpu_seconds",
          "CPU time of the process",
          () -> system.getProcessCpuTime() / NANOS_PER_SECOND);
      metrics.gauge(
          "aumbry_process_open_files", "Open file descriptors", system::getOpenFileDescriptorCount);
      metrics.gauge(
          "aumbry_process_max_files",
          "Limit of open file descriptors",
          system::getMaxFileDescriptorCount);
    }
  }

  private static void registerCollectors(Metrics metrics) {
    Family<Gauge> collections =
        metrics.gauges("aumbry_jvm_gc_collections", "Garbage collections", "collector");
    Family<Gauge> seconds =
        metrics.gauges("aumbry_jvm_gc_seconds", "Time of garbage collections", "collector");
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      String name = label(collector.getName());
      collections.set(collector::getCollectionCount, name);
      seconds.set(() -> collector.getCollectionTime() / MILLIS_PER_SECOND, name);
    }
  }

  private static void registerBuffers(Metrics metrics) {
    Family<Gauge> used =
        metrics.gauges(
            "aumbry_jvm_buffers_used_bytes", "Memory of direct and mapped buffers", "pool");
    Family<Gauge> count =
        metrics.gauges("aumbry_jvm_buffers_count", "Number of direct and mapped buffers", "pool");
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      String name = label(pool.getName());
      used.set(pool::getMemoryUsed, name);
      count.set(pool::getCount, name);
    }
  }

  private static String label(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }
}
