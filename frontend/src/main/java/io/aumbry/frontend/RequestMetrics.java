package io.aumbry.frontend;

import com.codahale.metrics.Counter;
import com.codahale.metrics.LockFreeExponentiallyDecayingReservoir;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.aumbry.frontend.rest.Operation;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Figures of all requests: {@code frontend.OPERATION.OUTCOME} times them, {@code frontend.active}
 * counts those that are worked on, and {@code frontend.bytes.sent} the content that went out.
 */
final class RequestMetrics {
  private final Map<Operation, Map<Outcome, Timer>> timers = new EnumMap<>(Operation.class);
  private final Counter active;
  private final Meter bytesSent;

  RequestMetrics(MetricRegistry registry) {
    for (Operation operation : Operation.values()) {
      timers.put(operation, timers(operation, registry));
    }
    this.active = registry.counter("frontend.active");
    this.bytesSent = registry.meter("frontend.bytes.sent");
  }

  private static Map<Outcome, Timer> timers(Operation operation, MetricRegistry registry) {
    Map<Outcome, Timer> byOutcome = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      String name = MetricRegistry.name("frontend", operation.metricName(), outcome.metricName());
      byOutcome.put(
          outcome,
          registry.timer(
              name, () -> new Timer(LockFreeExponentiallyDecayingReservoir.builder().build())));
    }
    return byOutcome;
  }

  void begun() {
    active.inc();
  }

  void ended(Progress progress, long nanos) {
    active.dec();
    bytesSent.mark(progress.sentBytes());
    Map<Outcome, Timer> byOutcome = Objects.requireNonNull(timers.get(progress.operation()));
    Objects.requireNonNull(byOutcome.get(progress.outcome())).update(nanos, TimeUnit.NANOSECONDS);
  }
}
