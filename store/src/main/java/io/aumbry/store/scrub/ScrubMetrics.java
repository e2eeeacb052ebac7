package io.aumbry.store.scrub;

import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;

public record ScrubMetrics(
    Counter bytes, Counter rounds, Counter damagedRecords, Counter damagedFiles) {
  public static ScrubMetrics in(Metrics metrics) {
    return new ScrubMetrics(
        metrics.counter(
            "aumbry_store_scrub_bytes_total", "Bytes read and verified by the scrubber"),
        metrics.counter(
            "aumbry_store_scrub_rounds_total", "Complete rounds of the scrubber over a disk"),
        metrics.counter(
            "aumbry_store_scrub_damaged_records_total",
            "Damaged places in logs found by the scrubber, each once. The log names the"
                + " place and its blobs"),
        metrics.counter(
            "aumbry_store_scrub_damaged_files_total",
            "Damaged parts of files outside records (marks, tables, lists, indexes),"
                + " counted each time they are found"));
  }
}
