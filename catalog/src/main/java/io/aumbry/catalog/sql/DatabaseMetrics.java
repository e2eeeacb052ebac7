package io.aumbry.catalog.sql;

import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Gauge;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.metrics.Summary;
import java.util.Locale;

/** The metrics of the database. */
final class DatabaseMetrics {
  private final Family<Summary> calls;
  private final Family<Gauge> waiting;
  private final Counter outcomesAsked;
  private final Counter replicaFailures;
  private final Metrics metrics;

  DatabaseMetrics(Metrics metrics) {
    this.metrics = metrics;
    this.calls =
        metrics.durations(
            "aumbry_catalog_calls_seconds",
            "Time of one attempt at a transaction, waiting for a connection included",
            "pool",
            "outcome");
    this.waiting =
        metrics.gauges(
            "aumbry_catalog_waiting", "Calls that wait for a connection to the catalog", "pool");
    this.outcomesAsked =
        metrics.counter(
            "aumbry_catalog_outcomes_asked_total",
            "Transactions whose outcome had to be asked for, because the answer to COMMIT was lost");
    this.replicaFailures =
        metrics.counter(
            "aumbry_catalog_replica_failures_total",
            "Reads that the read replica could not answer and the main database did");
  }

  /** Registers the gauges. */
  void watch(SqlPools pools) {
    waiting.set(pools.writers()::waiting, "write");
    waiting.set(pools.readers()::waiting, "read");
    waiting.set(pools.reserved()::waiting, "reserved");
    pools.replicas().ifPresent(threads -> waiting.set(threads::waiting, "replica"));
    metrics.gauge(
        "aumbry_catalog_reachable",
        "1 while the database of the catalog can be reached and is known to be that of this cluster,"
            + " else 0",
        () -> pools.isReachable() ? 1 : 0);
  }

  void record(String pool, Attempt<?> attempt, long nanos) {
    String outcome =
        switch (attempt) {
          case Attempt.Done<?> _ -> "ok";
          case Attempt.Thrown<?> _ -> "refused";
          case Attempt.Unknown<?> _ -> "unknown";
          case Attempt.Failed<?> failed -> failed.failure().name().toLowerCase(Locale.ROOT);
        };
    calls.of(pool, outcome).record(nanos);
  }

  Counter outcomesAsked() {
    return outcomesAsked;
  }

  Counter replicaFailures() {
    return replicaFailures;
  }
}
