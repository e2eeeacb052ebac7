package io.aumbry.store.memory;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * The memory that this process may still use, on Linux. It includes the page cache, because the
 * system drops cached pages when a process needs memory. The control groups are those at the start
 * of the process. See proc(5) and cgroups(7).
 */
public final class AvailableMemory implements LongSupplier {
  private static final long KIB = 1024;

  private final Path machine;
  private final List<ControlGroup> groups;

  /** Reads the files of this machine or container. */
  public AvailableMemory() {
    this(Path.of("/"));
  }

  AvailableMemory(Path root) {
    this.machine = root.resolve("proc/meminfo");
    this.groups = ControlGroup.of(root);
  }

  /** In bytes: the least of the machine and of all control groups of this process; 0 if unknown. */
  @Override
  public long getAsLong() {
    LongStream ofMachine =
        ControlFile.read(machine).number("MemAvailable:").stream()
            .map(kibibytes -> kibibytes * KIB);
    LongStream ofGroups =
        groups.stream().map(ControlGroup::availableBytes).flatMapToLong(OptionalLong::stream);
    return LongStream.concat(ofMachine, ofGroups).min().orElse(0);
  }
}
