package io.aumbry.server.entropy;

import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;

public record EntropyCounters(Counter compared, Counter missing, Counter repaired) {
  public EntropyCounters(Metrics metrics) {
    this(
        metrics.counter("aumbry_server_entropy_compared_blobs_total", "Blobs compared with a peer"),
        metrics.counter(
            "aumbry_server_entropy_missing_blobs_total",
            "Blobs with missing records that replication had reported as present. Investigate any"),
        metrics.counter(
            "aumbry_server_entropy_repaired_blobs_total",
            "Such blobs that were repaired from a peer"));
  }
}
