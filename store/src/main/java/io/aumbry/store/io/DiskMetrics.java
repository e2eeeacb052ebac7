package io.aumbry.store.io;

import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.metrics.Summary;
import io.aumbry.store.compaction.CompactionMetrics;
import io.aumbry.store.scrub.ScrubMetrics;

/** Metrics of all disks of a process together. */
public record DiskMetrics(
    Summary groupSize,
    Summary force,
    Counter bytesWritten,
    Reads reads,
    Counter refused,
    CompactionMetrics compaction,
    ScrubMetrics scrub) {

  /**
   * Counters of reads.
   *
   * @param inPlace reads on the thread of their request
   */
  public record Reads(Counter bytes, Counter inPlace, Counter corrupt) {}

  public static DiskMetrics in(Metrics metrics) {
    return new DiskMetrics(
        metrics
            .sizes(
                "aumbry_store_write_group",
                "Requests written as one group, with one sync for each log (none with"
                    + " durability write)")
            .of(),
        metrics
            .durations(
                "aumbry_store_write_force_seconds",
                "Time of fdatasync of one log. Logs of a group are synced in parallel")
            .of(),
        metrics.counter("aumbry_store_write_bytes_total", "Bytes appended"),
        new Reads(
            metrics.counter("aumbry_store_read_bytes_total", "Bytes read"),
            metrics.counter(
                "aumbry_store_read_in_place_total",
                "Reads answered from the page cache on the event loop, without a disk thread"),
            metrics.counter(
                "aumbry_store_corrupt_total", "Damaged records found. Investigate any")),
        metrics.counter(
            "aumbry_store_overloaded_total",
            "Requests refused because the queue of a disk was full"),
        CompactionMetrics.in(metrics),
        ScrubMetrics.in(metrics));
  }
}
