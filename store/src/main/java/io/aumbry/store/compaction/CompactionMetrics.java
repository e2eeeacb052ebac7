package io.aumbry.store.compaction;

import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.metrics.Summary;

public record CompactionMetrics(Summary rounds, Counter copied, Counter freed, Counter dropped) {
  public static CompactionMetrics in(Metrics metrics) {
    return new CompactionMetrics(
        metrics
            .durations(
                "aumbry_store_compaction_round_seconds",
                "Time from the survey of a replica to the removal of the old files, for"
                    + " each group of files compacted into one")
            .of(),
        metrics.counter(
            "aumbry_store_compaction_copied_bytes_total",
            "Bytes of live records copied by compaction; relative to bytes appended, its"
                + " write amplification"),
        metrics.counter("aumbry_store_compaction_freed_bytes_total", "Bytes freed by compaction"),
        metrics.counter(
            "aumbry_store_compaction_dropped_records_total", "Records dropped by compaction"));
  }

  public void count(CompactionRound round) {
    rounds.record(round.nanos());
    copied.add(round.copiedBytes());
    freed.add(round.freedBytes());
    dropped.add(round.droppedRecords());
  }
}
