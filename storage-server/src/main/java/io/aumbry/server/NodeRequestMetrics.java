package io.aumbry.server;

import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.metrics.Summary;
import java.util.Locale;

final class NodeRequestMetrics {
  enum Outcome {
    DONE,
    MISSING,
    UNSATISFIABLE,
    FAILED,
    /** The answer could not be sent completely. */
    BROKEN;

    private final String label = name().toLowerCase(Locale.ROOT);

    static Outcome of(NodeResponse response) {
      return switch (response) {
        case NodeResponse.Done _,
            NodeResponse.Kept _,
            NodeResponse.Stored _,
            NodeResponse.Known _,
            NodeResponse.Reported _ ->
            DONE;
        case NodeResponse.Found _, NodeResponse.Pulled _, NodeResponse.Compared _ -> DONE;
        case NodeResponse.Missing _ -> MISSING;
        case NodeResponse.Unsatisfiable _ -> UNSATISFIABLE;
        case NodeResponse.Failed _ -> FAILED;
      };
    }
  }

  private final Family<Summary> durations;

  NodeRequestMetrics(Metrics metrics) {
    this.durations =
        metrics.durations(
            "aumbry_server_requests_seconds",
            "Time of a node message. Outcomes: done, missing, unsatisfiable, failed, broken",
            "operation",
            "outcome");
    for (Outcome outcome : Outcome.values()) {
      Operations.all().forEach(operation -> duration(operation, outcome));
    }
  }

  void record(String operation, Outcome outcome, long nanos) {
    duration(operation, outcome).record(nanos);
  }

  private Summary duration(String operation, Outcome outcome) {
    return durations.of(operation, outcome.label);
  }
}
