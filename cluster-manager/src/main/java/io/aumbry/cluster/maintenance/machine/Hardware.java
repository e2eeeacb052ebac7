package io.aumbry.cluster.maintenance.machine;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The hardware of a host with a storage node.
 *
 * @param processors that the node may use
 * @param memoryBytes of the machine, or the limit of its container
 * @param usableDisks of the node
 * @param diskSpeed at which its slowest disk writes durably, in bytes per second. Empty until it is
 *     measured, and {@link Long#MAX_VALUE} if no disk can be measured
 */
public record Hardware(int processors, long memoryBytes, int usableDisks, OptionalLong diskSpeed) {
  /** Each version of a kernel reserves a little more or less memory. */
  private static final double LEAST_MEMORY = 0.95;

  /** The speed of a disk varies with its load. */
  private static final double LEAST_SPEED = 0.5;

  private static final double GIB = 1 << 30;
  private static final double MB = 1e6;

  /** In what this hardware is worse than that of the same host before, or empty. */
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
    return before.diskSpeed.isPresent()
        ? slowerThan(before.diskSpeed.getAsLong())
        : Optional.empty();
  }

  private Optional<String> slowerThan(long before) {
    if (diskSpeed.isEmpty()) {
      return Optional.of("the speed of its disks is not measured yet");
    }
    return before < Long.MAX_VALUE && diskSpeed.getAsLong() < before * LEAST_SPEED
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "its slowest disk writes %.1f MB/s, and before %.1f MB/s",
                diskSpeed.getAsLong() / MB,
                before / MB))
        : Optional.empty();
  }

  /** A form for records, which {@link #parse} reads. */
  @Override
  public String toString() {
    return "%d %d %d %d".formatted(processors, memoryBytes, usableDisks, diskSpeed.orElse(-1));
  }

  /** Reads the form of {@link #toString}. */
  public static Hardware parse(String text) {
    String[] parts = text.split(" ", -1);
    long speed = Long.parseLong(parts[3]);
    return new Hardware(
        Integer.parseInt(parts[0]),
        Long.parseLong(parts[1]),
        Integer.parseInt(parts[2]),
        speed < 0 ? OptionalLong.empty() : OptionalLong.of(speed));
  }
}
