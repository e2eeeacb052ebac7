package io.aumbry.server.worker;

import io.aumbry.protocol.report.WorkerReport;
import java.util.function.LongSupplier;

/**
 * The work that waits for a worker.
 *
 * @param unit of the amount, in the plural
 * @param amount safe for any thread, and never waits
 */
public record Backlog(String unit, LongSupplier amount) {
  /** For a worker that finds its work only by a run. */
  static final Backlog UNKNOWN = new Backlog("", () -> 0);

  boolean isKnown() {
    return !unit.isEmpty();
  }

  WorkerReport.Backlog report() {
    return new WorkerReport.Backlog(amount.getAsLong(), unit);
  }
}
