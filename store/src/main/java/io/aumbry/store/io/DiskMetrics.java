package io.aumbry.store.io;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.aumbry.store.compaction.CompactionMetrics;
import io.aumbry.store.scrub.ScrubMetrics;

/** What is counted of a disk; disks of one process that are given one registry count together. */
public record DiskMetrics(
    Histogram groupSize,
    Timer force,
    Meter bytesWritten,
    Reads reads,
    Meter refused,
    CompactionMetrics compaction,
    ScrubMetrics scrub) {

  /**
   * What is counted of reads.
   *
   * @param inPlace how many were done on the thread of their request
   */
  public record Reads(Meter bytes, Meter inPlace, Meter corrupt) {}

  public static DiskMetrics in(MetricRegistry registry) {
    return new DiskMetrics(
        registry.histogram("store.write.group"),
        registry.timer("store.write.force"),
        registry.meter("store.write.bytes"),
        new Reads(
            registry.meter("store.read.bytes", PlainCount::meter),
            registry.meter("store.read.in_place", PlainCount::meter),
            registry.meter("store.corrupt")),
        registry.meter("store.overloaded"),
        CompactionMetrics.in(registry),
        ScrubMetrics.in(registry));
  }
}
