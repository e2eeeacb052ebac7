package io.aumbry.frontend;

import io.aumbry.frontend.rest.RestOperation;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.metrics.Summary;
import java.util.concurrent.atomic.AtomicInteger;

final class ClientRequestMetrics {
  private final Family<Summary> durations;
  private final AtomicInteger active = new AtomicInteger();
  private final Counter bytesSent;

  ClientRequestMetrics(Metrics metrics) {
    this.durations =
        metrics.durations(
            "aumbry_frontend_requests_seconds",
            "Time from the first line of a request to the last byte of its response."
                + " Outcomes: ok, refused (4xx), failed (5xx), shed (over frontend.max-requests),"
                + " broken (the client disconnected)",
            "operation",
            "outcome");
    for (RestOperation operation : RestOperation.values()) {
      for (RequestOutcome outcome : RequestOutcome.values()) {
        duration(operation, outcome);
      }
    }
    metrics.gauge("aumbry_frontend_active", "Requests in progress", active::get);
    this.bytesSent = metrics.counter("aumbry_frontend_bytes_sent_total", "Response bytes");
  }

  void begun() {
    active.incrementAndGet();
  }

  void ended(RequestProgress progress, long nanos) {
    active.decrementAndGet();
    bytesSent.add(progress.sentBytes());
    duration(progress.operation(), progress.outcome()).record(nanos);
  }

  private Summary duration(RestOperation operation, RequestOutcome outcome) {
    return durations.of(operation.metricName(), outcome.metricName());
  }
}
