package io.aumbry.protocol.report;

import io.aumbry.protocol.runtime.Bounds;
import java.util.List;
import java.util.OptionalInt;

/**
 * A storage node.
 *
 * @param version of its software
 * @param nowMillis since 1970 by the node's clock, as all other times of a report
 * @param uptimeMillis since its start
 * @param disks in the order of its configuration
 * @param workers its background workers, by name
 * @param busyPercent of its processors, averaged over some minutes; empty if it is unknown, or was
 *     not asked for
 */
public record NodeReport(
    String version,
    long nowMillis,
    long uptimeMillis,
    List<DiskReport> disks,
    List<WorkerReport> workers,
    OptionalInt busyPercent) {
  public static final int ALL_BUSY = 100;

  public NodeReport {
    busyPercent.ifPresent(percent -> Bounds.check("busy percent", percent, 0, ALL_BUSY));
    disks = List.copyOf(disks);
    workers = List.copyOf(workers);
  }

  /** The same report with another load. */
  public NodeReport with(OptionalInt busy) {
    return new NodeReport(version, nowMillis, uptimeMillis, disks, workers, busy);
  }

  /** Creates a report without the load. */
  public NodeReport(
      String version,
      long nowMillis,
      long uptimeMillis,
      List<DiskReport> disks,
      List<WorkerReport> workers) {
    this(version, nowMillis, uptimeMillis, disks, workers, OptionalInt.empty());
  }
}
