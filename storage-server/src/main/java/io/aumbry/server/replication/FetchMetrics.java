package io.aumbry.server.replication;

import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.metrics.Summary;

/** Counts fetched bytes, and measures the age of fetched records, by data centre of origin. */
public record FetchMetrics(Family<Counter> bytes, Family<Summary> ages) {
  public FetchMetrics(Metrics metrics) {
    this(
        metrics.counters(
            "aumbry_replication_fetched_bytes_total",
            "Bytes of records fetched from peers in that data centre, as on disk",
            "datacenter"),
        metrics.durations(
            "aumbry_replication_age_seconds",
            "Age of the first record of each fetched run when it became durable here, since"
                + " its PUT, delete or undelete, by the clocks of the two nodes",
            "datacenter"));
  }

  /** Registers a data centre before anything is fetched from it. */
  public void show(String dataCenter) {
    bytes.of(dataCenter);
    ages.of(dataCenter);
  }
}
