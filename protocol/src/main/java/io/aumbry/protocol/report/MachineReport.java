package io.aumbry.protocol.report;

import io.aumbry.protocol.runtime.Bounds;
import java.util.List;
import java.util.OptionalInt;

/**
 * The machine of a storage node, or its container.
 *
 * @param busyPercent of its processors, averaged over some minutes; empty while it is unknown
 * @param processors that its process may use
 * @param memoryBytes of the machine, or the limit of its container
 * @param diskSpeeds at which each disk of the node writes durably, in bytes per second and in the
 *     order of its configuration, or {@link DiskReport#UNKNOWN}. Empty until they are measured
 */
public record MachineReport(
    OptionalInt busyPercent, int processors, long memoryBytes, List<Long> diskSpeeds) {
  public static final int ALL_BUSY = 100;

  public MachineReport {
    busyPercent.ifPresent(percent -> Bounds.check("busy percent", percent, 0, ALL_BUSY));
    diskSpeeds = List.copyOf(diskSpeeds);
  }
}
