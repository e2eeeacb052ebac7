package io.aumbry.server;

import static java.util.Objects.requireNonNull;

import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Time;
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
 * Refuses messages that {@link AccessRules} does not allow, before anything else is done with them.
 * Denials are counted by operation and reason. Each reason is logged at most once in {@link
 * #LOG_EVERY}, with the number of denials since the last line.
 */
final class AccessControl {
  static final Duration LOG_EVERY = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(AccessControl.class);

  private final AccessPolicy policy;
  private final ClusterViews views;
  private final Family<Counter> denials;
  private final Map<Denial.Reason, LogLimit> lines = new EnumMap<>(Denial.Reason.class);

  AccessControl(AccessPolicy policy, ClusterViews views, Time time, Metrics metrics) {
    this.policy = policy;
    this.views = views;
    this.denials =
        metrics.counters(
            "aumbry_server_forbidden_total",
            "Messages from a sender without the right to send them: refused with"
                + " tls.require-roles = required, accepted with warn. Reasons: no_certificate,"
                + " no_role (none, several, malformed, or expired), other_cluster, wrong_role,"
                + " unknown_node (not in the cluster view), other_node (the message speaks for"
                + " another node)",
            "operation",
            "reason");
    for (Denial.Reason reason : Denial.Reason.values()) {
      lines.put(reason, new LogLimit(time.monotonicNanos()));
      Operations.all().forEach(operation -> denials.of(operation, label(reason)));
    }
    metrics.gauge(
        "aumbry_server_roles_required",
        "1 with tls.require-roles = required, else 0",
        () -> policy.mode() == Mode.REQUIRED ? 1 : 0);
  }

  /**
   * Returns if the sender may send the message, or if the policy does not refuse it.
   *
   * @throws AumbryException {@link ErrorCode#FORBIDDEN} with the reason
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
    String operation = Operations.name(exchange.request());
    String explanation = operation + " is " + denial.explanation();
    denials.of(operation, label(denial.reason())).increment();
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

  private static String label(Denial.Reason reason) {
    return reason.name().toLowerCase(Locale.ROOT);
  }

  private static final class LogLimit {
    private final LongAdder waiting = new LongAdder();
    private final AtomicLong next;

    LogLimit(long nowNanos) {
      this.next = new AtomicLong(nowNanos);
    }

    /** Counts an event. Returns the number of events to report now, or 0 to log nothing yet. */
    long take(long nowNanos) {
      waiting.increment();
      long due = next.get();
      return nowNanos - due >= 0 && next.compareAndSet(due, nowNanos + LOG_EVERY.toNanos())
          ? waiting.sumThenReset()
          : 0;
    }
  }
}
