package io.aumbry.server;

import static java.util.Objects.requireNonNull;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One timer for each operation and outcome, as {@code server.OPERATION.OUTCOME}. */
final class RequestMetrics {
  /** What a node is asked. */
  enum Operation {
    PUT,
    GET,
    DELETE,
    KEEP,
    UNDELETE,
    LOOK,
    HINT,
    PULL,
    CONFIRM,
    COMPARE,
    REPORT,
    VERIFY;

    static Operation of(NodeRequest request) {
      return switch (request) {
        case NodeRequest.Put _ -> PUT;
        case NodeRequest.Get _ -> GET;
        case NodeRequest.Delete _ -> DELETE;
        case NodeRequest.Keep _ -> KEEP;
        case NodeRequest.Undelete _ -> UNDELETE;
        case NodeRequest.Look _ -> LOOK;
        case NodeRequest.Hint _ -> HINT;
        case NodeRequest.Pull _ -> PULL;
        case NodeRequest.Confirm _ -> CONFIRM;
        case NodeRequest.Compare _ -> COMPARE;
        case NodeRequest.Report _ -> REPORT;
        case NodeRequest.Verify _ -> VERIFY;
      };
    }
  }

  /** What came of it. */
  enum Outcome {
    DONE,
    MISSING,
    UNSATISFIABLE,
    FAILED,
    /** The answer could not be sent to its end. */
    BROKEN;

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

  private final Map<Operation, Map<Outcome, Timer>> timers = new EnumMap<>(Operation.class);

  RequestMetrics(MetricRegistry metrics) {
    for (Operation operation : Operation.values()) {
      Map<Outcome, Timer> byOutcome = new EnumMap<>(Outcome.class);
      for (Outcome outcome : Outcome.values()) {
        String name = "server." + operation + "." + outcome;
        byOutcome.put(outcome, metrics.timer(name.toLowerCase(Locale.ROOT)));
      }
      timers.put(operation, byOutcome);
    }
  }

  void record(Operation operation, Outcome outcome, long nanos) {
    Map<Outcome, Timer> byOutcome = requireNonNull(timers.get(operation));
    requireNonNull(byOutcome.get(outcome)).update(nanos, TimeUnit.NANOSECONDS);
  }
}
