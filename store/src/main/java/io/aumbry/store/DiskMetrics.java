package io.aumbry.store;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;

/** What is counted of a disk; disks of one process that are given one registry count together. */
record DiskMetrics(
    Histogram groupSize,
    Timer force,
    Meter bytesWritten,
    Meter bytesRead,
    Meter refused,
    Meter corrupt) {
  static DiskMetrics in(MetricRegistry registry) {
    return new DiskMetrics(
        registry.histogram("store.write.group"),
        registry.timer("store.write.force"),
        registry.meter("store.write.bytes"),
        registry.meter("store.read.bytes"),
        registry.meter("store.overloaded"),
        registry.meter("store.corrupt"));
  }
}
