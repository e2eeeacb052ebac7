package io.aumbry.server;

import static java.util.Objects.requireNonNull;

import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.metrics.Summary;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

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
            NodeResponse.DeleteRecorded _,
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

  /** By operation. A look-up in the family would need a list of labels for each message. */
  private final Map<String, Map<Outcome, Summary>> durations;

  NodeRequestMetrics(Metrics metrics) {
    Family<Summary> series =
        metrics.durations(
            "aumbry_server_requests_seconds",
            "Time of a node message, until the last byte of its answer is taken. Outcomes: done,"
                + " missing, unsatisfiable, failed, broken",
            "operation",
            "outcome");
    this.durations =
        Operations.all().stream()
            .collect(Collectors.toMap(Function.identity(), each -> byOutcome(series, each)));
  }

  private static Map<Outcome, Summary> byOutcome(Family<Summary> series, String operation) {
    Map<Outcome, Summary> durations = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      durations.put(outcome, series.of(operation, outcome.label));
    }
    return durations;
  }

  void record(String operation, Outcome outcome, long nanos) {
    requireNonNull(requireNonNull(durations.get(operation)).get(outcome)).record(nanos);
  }
}
