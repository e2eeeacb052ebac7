package io.aumbry.protocol.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A storage node.
 *
 * @param version of its software
 * @param nowMillis since 1970 by the node's clock, as all other times of a report
 * @param uptimeMillis since its start
 * @param disks in the order of its configuration
 * @param workers its background workers, by name
 * @param machine on which it runs; empty if it was not asked for
 */
public record NodeReport(
    String version,
    long nowMillis,
    long uptimeMillis,
    List<DiskReport> disks,
    List<WorkerReport> workers,
    Optional<MachineReport> machine) {
  public NodeReport {
    disks = List.copyOf(disks);
    workers = List.copyOf(workers);
  }

  /** The same report with another machine. */
  public NodeReport with(Optional<MachineReport> other) {
    return new NodeReport(version, nowMillis, uptimeMillis, disks, workers, other);
  }

  /** Creates a report without the machine. */
  public NodeReport(
      String version,
      long nowMillis,
      long uptimeMillis,
      List<DiskReport> disks,
      List<WorkerReport> workers) {
    this(version, nowMillis, uptimeMillis, disks, workers, Optional.empty());
  }

  /** The load of its machine, or empty if it is unknown. */
  public OptionalInt busyPercent() {
    return machine.map(MachineReport::busyPercent).orElse(OptionalInt.empty());
  }
}
