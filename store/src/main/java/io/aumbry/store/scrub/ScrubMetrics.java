package io.aumbry.store.scrub;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;

/** What is counted of the scrubs of the disks of a process. */
public record ScrubMetrics(Meter bytes, Meter rounds, Meter damagedRecords, Meter damagedFiles) {
  public static ScrubMetrics in(MetricRegistry registry) {
    return new ScrubMetrics(
        registry.meter("store.scrub.bytes"),
        registry.meter("store.scrub.rounds"),
        registry.meter("store.scrub.damaged.records"),
        registry.meter("store.scrub.damaged.files"));
  }
}
