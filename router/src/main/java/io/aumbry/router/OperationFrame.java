package io.aumbry.router;

import com.codahale.metrics.LockFreeExponentiallyDecayingReservoir;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCategory;
import io.aumbry.protocol.runtime.Time;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What every operation goes through: its time is taken, by outcome. */
final class OperationFrame {
  private final Time time;
  private final Timer ok;
  private final Timer missing;
  private final Timer bug;
  private final Map<ErrorCategory, Timer> failed = new EnumMap<>(ErrorCategory.class);

  OperationFrame(String operation, Time time, MetricRegistry metrics) {
    this.time = time;
    String prefix = "router." + operation + ".latency.";
    this.ok = timer(metrics, prefix + "ok");
    this.missing = timer(metrics, prefix + "missing");
    this.bug = timer(metrics, prefix + "bug");
    failed.put(ErrorCategory.CALLER, timer(metrics, prefix + "refused"));
    failed.put(ErrorCategory.ELSEWHERE, timer(metrics, prefix + "unavailable"));
    failed.put(ErrorCategory.CORRUPT, timer(metrics, prefix + "corrupt"));
  }

  /** Runs the operation; {@code found} tells success from "there is no such blob". */
  <T> T run(Supplier<T> operation, Predicate<T> found) {
    long start = time.monotonicNanos();
    Timer outcome = bug;
    try {
      T result = operation.get();
      outcome = found.test(result) ? ok : missing;
      return result;
    } catch (AumbryException e) {
      outcome = failed.getOrDefault(e.code().category(), bug);
      throw e;
    } finally {
      outcome.update(time.monotonicNanos() - start, TimeUnit.NANOSECONDS);
    }
  }

  private static Timer timer(MetricRegistry metrics, String name) {
    return metrics.timer(
        name, () -> new Timer(LockFreeExponentiallyDecayingReservoir.builder().build()));
  }
}
