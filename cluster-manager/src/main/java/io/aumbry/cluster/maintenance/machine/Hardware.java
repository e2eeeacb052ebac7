package io.aumbry.cluster.maintenance.machine;

import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.report.NodeReport;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The hardware of a host with a storage node.
 *
 * @param processors that the node may use
 * @param memoryBytes of the machine, or the limit of its container
 * @param usableDisks of the node
 * @param diskSpeeds as in {@link MachineReport#diskSpeeds}
 */
public record Hardware(int processors, long memoryBytes, int usableDisks, List<Long> diskSpeeds) {
  /** Each version of a kernel reserves a little more or less memory. */
  private static final double LEAST_MEMORY = 0.95;

  /** The measured speed of a disk varies with the load of its host. */
  private static final double LEAST_SPEED = 0.25;

  private static final double GIB = 1 << 30;
  private static final double MB = 1e6;

  public Hardware {
    diskSpeeds = List.copyOf(diskSpeeds);
  }

  /** The hardware of a node, or empty if its build does not report it. */
  public static Optional<Hardware> of(NodeReport node) {
    int usable = (int) node.disks().stream().filter(DiskReport::usable).count();
    return node.machine()
        .map(machine ->
            new Hardware(
                machine.processors(), machine.memoryBytes(), usable, machine.diskSpeeds()));
  }

  /** The first property that is worse than before, or empty. */
  Optional<String> worseThan(Hardware before) {
    if (processors < before.processors) {
      return Optional.of(
          "it has %d processors, and had %d".formatted(processors, before.processors));
    }
    if (memoryBytes < before.memoryBytes * LEAST_MEMORY) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "it has %.1f GiB of memory, and had %.1f GiB",
              memoryBytes / GIB,
              before.memoryBytes / GIB));
    }
    if (usableDisks < before.usableDisks) {
      return Optional.of(
          "%d of its disks can be used, and before %d".formatted(usableDisks, before.usableDisks));
    }
    return slowerThan(before.diskSpeeds);
  }

  /** Compares each disk that was measured both times. */
  private Optional<String> slowerThan(List<Long> before) {
    if (diskSpeeds.isEmpty() && !before.isEmpty()) {
      return Optional.of("the speed of its disks is not measured yet");
    }
    for (int disk = 0; disk < Math.min(diskSpeeds.size(), before.size()); disk++) {
      long is = diskSpeeds.get(disk);
      long was = before.get(disk);
      boolean areKnown = is != DiskReport.UNKNOWN && was != DiskReport.UNKNOWN;
      if (areKnown && is < was * LEAST_SPEED) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "its disk number %d writes %.1f MB/s, and before %.1f MB/s",
                disk + 1,
                is / MB,
                was / MB));
      }
    }
    return Optional.empty();
  }

  /** A form for records, which {@link #parse} reads. */
  @Override
  public String toString() {
    String speeds = diskSpeeds.stream().map(String::valueOf).collect(Collectors.joining(","));
    return "%d %d %d %s".formatted(processors, memoryBytes, usableDisks, speeds);
  }

  /** Reads the form of {@link #toString}. */
  public static Hardware parse(String text) {
    String[] parts = text.split(" ", -1);
    return new Hardware(
        Integer.parseInt(parts[0]),
        Long.parseLong(parts[1]),
        Integer.parseInt(parts[2]),
        Stream.of(parts[3].split(",", -1))
            .filter(speed -> !speed.isEmpty())
            .map(Long::valueOf)
            .toList());
  }
}
