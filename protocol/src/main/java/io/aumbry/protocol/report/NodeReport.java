package io.aumbry.protocol.report;

import java.util.List;

/**
 * A storage node as a whole.
 *
 * @param version of its software
 * @param nowMillis since 1970, by the clock of the node: all other times that it says are by it
 * @param uptimeMillis since it was started
 * @param disks in the order of its configuration
 */
public record NodeReport(
    String version, long nowMillis, long uptimeMillis, List<DiskReport> disks) {
  public NodeReport {
    disks = List.copyOf(disks);
  }
}
