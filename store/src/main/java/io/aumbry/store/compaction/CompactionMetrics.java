package io.aumbry.store.compaction;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import java.util.concurrent.TimeUnit;

/** What is counted of all compaction on the disks that share a registry. */
public record CompactionMetrics(Timer rounds, Meter copied, Meter freed, Meter dropped) {
  public static CompactionMetrics in(MetricRegistry registry) {
    return new CompactionMetrics(
        registry.timer("store.compaction.round"),
        registry.meter("store.compaction.copied.bytes"),
        registry.meter("store.compaction.freed.bytes"),
        registry.meter("store.compaction.dropped.records"));
  }

  public void count(CompactionRound round) {
    rounds.update(round.nanos(), TimeUnit.NANOSECONDS);
    copied.mark(round.copiedBytes());
    freed.mark(round.freedBytes());
    dropped.mark(round.droppedRecords());
  }
}
