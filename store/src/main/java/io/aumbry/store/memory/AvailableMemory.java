package io.aumbry.store.memory;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * The memory that this process may still use, on Linux. It includes the page cache, because the
 * system drops cached pages when a process needs memory. See proc(5) and cgroups(7).
 */
public final class AvailableMemory implements LongSupplier {
  private static final long KIB = 1024;

  private final Path root;

  /** Of this machine or container. */
  public AvailableMemory() {
    this(Path.of("/"));
  }

  AvailableMemory(Path root) {
    this.root = root;
  }

  /** In bytes: the least of the machine and of all control groups of this process; 0 if unknown. */
  @Override
  public long getAsLong() {
    LongStream machine =
        ControlFile.read(root.resolve("proc/meminfo")).number("MemAvailable:").stream()
            .map(kibibytes -> kibibytes * KIB);
    LongStream groups =
        ControlGroup.of(root).stream()
            .map(ControlGroup::availableBytes)
            .flatMapToLong(OptionalLong::stream);
    return LongStream.concat(machine, groups).min().orElse(0);
  }
}
