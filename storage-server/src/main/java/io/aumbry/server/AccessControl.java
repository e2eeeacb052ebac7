package io.aumbry.server;

import static java.util.Objects.requireNonNull;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.RequestMetrics.Operation;
import io.aumbry.server.access.AccessPolicy;
import io.aumbry.server.access.AccessPolicy.Mode;
import io.aumbry.server.access.AccessRules;
import io.aumbry.server.access.Denial;
import io.aumbry.transport.node.NodeExchange;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the peers of a node to the rules of {@link AccessRules}, before anything else is done with
 * a message. Denials are counted by operation and reason; each reason is logged at most once in
 * {@link #LOG_EVERY}, with the number of denials since the line before.
 */
final class AccessControl {
  static final Duration LOG_EVERY = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(AccessControl.class);

  private final AccessPolicy policy;
  private final ClusterViews views;
  private final Map<Operation, Map<Denial.Reason, Meter>> denials = new EnumMap<>(Operation.class);
  private final Map<Denial.Reason, LogLimit> lines = new EnumMap<>(Denial.Reason.class);

  AccessControl(AccessPolicy policy, ClusterViews views, Time time, MetricRegistry metrics) {
    this.policy = policy;
    this.views = views;
    for (Denial.Reason reason : Denial.Reason.values()) {
      lines.put(reason, new LogLimit(time.monotonicNanos()));
    }
    for (Operation operation : Operation.values()) {
      Map<Denial.Reason, Meter> byReason = new EnumMap<>(Denial.Reason.class);
      for (Denial.Reason reason : Denial.Reason.values()) {
        String name = "server.forbidden." + operation + "." + reason;
        byReason.put(reason, metrics.meter(name.toLowerCase(Locale.ROOT)));
      }
      denials.put(operation, byReason);
    }
    Gauge<Boolean> required = () -> policy.mode() == Mode.REQUIRED;
    metrics.register("server.roles.required", required);
  }

  /**
   * Returns when the sender may send the message, or the policy lets it pass.
   *
   * @throws AumbryException {@link ErrorCode#FORBIDDEN}, with a reason for people
   */
  void check(NodeExchange exchange) {
    if (policy.mode() == Mode.OFF) {
      return;
    }
    var denial =
        AccessRules.of(exchange.request()).judge(exchange.peer(), policy.cluster(), views::current);
    if (denial.isPresent()) {
      deny(exchange, denial.get());
    }
  }

  private void deny(NodeExchange exchange, Denial denial) {
    Operation operation = Operation.of(exchange.request());
    String explanation = operation + " is " + denial.explanation();
    requireNonNull(requireNonNull(denials.get(operation)).get(denial.reason())).mark();
    boolean refuses = policy.mode() == Mode.REQUIRED;
    long count =
        requireNonNull(lines.get(denial.reason()))
            .take(exchange.context().carrier().time().monotonicNanos());
    if (count > 0) {
      LOG.atWarn()
          .addKeyValue("request", exchange.context().requestId())
          .addKeyValue("reason", denial.reason())
          .addKeyValue("count", count)
          .log(
              "{}: {}",
              refuses ? "Refused" : "Would be refused if roles were required",
              explanation);
    }
    if (refuses) {
      throw new AumbryException(ErrorCode.FORBIDDEN, explanation);
    }
  }

  /** Admits one line of the log in each period. */
  private static final class LogLimit {
    private final LongAdder waiting = new LongAdder();
    private final AtomicLong next;

    LogLimit(long nowNanos) {
      this.next = new AtomicLong(nowNanos);
    }

    /** Counts an event. Returns the number of events to be told now, or 0 to tell none yet. */
    long take(long nowNanos) {
      waiting.increment();
      long due = next.get();
      return nowNanos - due >= 0 && next.compareAndSet(due, nowNanos + LOG_EVERY.toNanos())
          ? waiting.sumThenReset()
          : 0;
    }
  }
}
