package io.aumbry.router.operation;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCategory;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Summary;
import io.aumbry.protocol.runtime.Time;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Measures the time of operations by outcome. */
final class OperationFrame {
  private final Time time;
  private final Summary ok;
  private final Summary missing;
  private final Summary bug;
  private final Map<ErrorCategory, Summary> failed = new EnumMap<>(ErrorCategory.class);

  OperationFrame(String operation, Time time, Family<Summary> durations) {
    this.time = time;
    this.ok = durations.of(operation, "ok");
    this.missing = durations.of(operation, "missing");
    this.bug = durations.of(operation, "bug");
    failed.put(ErrorCategory.CALLER, durations.of(operation, "refused"));
    failed.put(ErrorCategory.ELSEWHERE, durations.of(operation, "unavailable"));
    failed.put(ErrorCategory.CORRUPT, durations.of(operation, "corrupt"));
  }

  /** Runs the operation; {@code found} tells "ok" from "missing". */
  <T> T run(Supplier<T> operation, Predicate<T> found) {
    long start = time.monotonicNanos();
    Summary outcome = bug;
    try {
      T result = operation.get();
      outcome = found.test(result) ? ok : missing;
      return result;
    } catch (AumbryException e) {
      outcome = failed.getOrDefault(e.code().category(), bug);
      throw e;
    } finally {
      outcome.record(time.monotonicNanos() - start);
    }
  }
}
