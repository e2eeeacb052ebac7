package io.aumbry.protocol.report;

import java.util.List;

/**
 * A storage node.
 *
 * @param version of its software
 * @param nowMillis since 1970 by the node's clock, as all other times of a report
 * @param uptimeMillis since its start
 * @param disks in the order of its configuration
 * @param workers its background workers, by name
 */
public record NodeReport(
    String version,
    long nowMillis,
    long uptimeMillis,
    List<DiskReport> disks,
    List<WorkerReport> workers) {
  public NodeReport {
    disks = List.copyOf(disks);
    workers = List.copyOf(workers);
  }
}
