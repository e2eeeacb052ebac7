package io.aumbry.protocol.report;

import java.util.List;

/**
 * A storage node.
 *
 * @param version of its software
 * @param nowMillis since 1970 by the node's clock, as all other times of a report
 * @param uptimeMillis since its start
 * @param disks in the order of its configuration
 */
public record NodeReport(
    String version, long nowMillis, long uptimeMillis, List<DiskReport> disks) {
  public NodeReport {
    disks = List.copyOf(disks);
  }
}
