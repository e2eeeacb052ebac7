package io.aumbry.store.memory;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A control group of Linux with this process in it. Its limits include the page cache. */
record ControlGroup(Path folder, Version version) {
  /** The names of files differ. */
  enum Version {
    ONE("cgroup", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_"),
    TWO("cgroup2", "memory.max,memory.high", "memory.current", "");

    private final String fileSystem;

    /** Between commas. */
    private final String limits;

    private final String usage;

    /** Before the names of sums over all groups below. */
    private final String sums;

    Version(String fileSystem, String limits, String usage, String sums) {
      this.fileSystem = fileSystem;
      this.limits = limits;
      this.usage = usage;
      this.sums = sums;
    }
  }

  /** A line of {@code /proc/self/cgroup}. */
  private record Membership(String controllers, String path) {
    static Membership of(String line) {
      String[] parts = line.split(":", 3);
      return new Membership(parts[1], parts[2]);
    }

    /** Empty if the hierarchy has no limits of memory. */
    Optional<Version> version() {
      if (controllers.isEmpty()) {
        return Optional.of(Version.TWO);
      }
      return names(controllers).contains("memory") ? Optional.of(Version.ONE) : Optional.empty();
    }
  }

  /** A line of {@code /proc/self/mountinfo}. */
  private record Mount(String root, String point, String type, String options) {
    static Mount of(String line) {
      List<String> words = Arrays.asList(line.split(" ", -1));
      int separator = words.indexOf("-");
      return new Mount(words.get(3), words.get(4), words.get(separator + 1), words.getLast());
    }

    boolean shows(Version version) {
      return type.equals(version.fileSystem)
          && (version == Version.TWO || names(options).contains("memory"));
    }

    /** The path of a group below the mount. A container may see only its own group there. */
    Path below(String group) {
      Path path = Path.of(group);
      boolean visible = path.startsWith(root) && path.equals(path.normalize());
      return visible ? Path.of(root).relativize(path) : Path.of("");
    }
  }

  /**
   * The groups of this process, from its own to the outermost, in all hierarchies that may limit
   * memory.
   *
   * @param root of the file system
   */
  static List<ControlGroup> of(Path root) {
    List<Mount> mounts =
        ControlFile.read(root.resolve("proc/self/mountinfo")).lines().stream()
            .map(Mount::of)
            .toList();
    return ControlFile.read(root.resolve("proc/self/cgroup")).lines().stream()
        .map(Membership::of)
        .flatMap(membership -> groups(root, membership, mounts))
        .toList();
  }

  private static Stream<ControlGroup> groups(Path root, Membership membership, List<Mount> mounts) {
    return membership.version().stream()
        .flatMap(version ->
            mounts.stream()
                .filter(mount -> mount.shows(version))
                .limit(1)
                .flatMap(mount -> folders(root, mount, membership.path()))
                .map(folder -> new ControlGroup(folder, version)));
  }

  private static Stream<Path> folders(Path root, Mount mount, String group) {
    Path top = root.resolve(mount.point().substring(1));
    Path bottom = top.resolve(mount.below(group));
    return Stream.iterate(
        bottom,
        folder -> folder.startsWith(top),
        folder -> Objects.requireNonNullElse(folder.getParent(), root));
  }

  private static List<String> names(String list) {
    return Arrays.asList(list.split(",", -1));
  }

  /** Bytes until the limit, with the page cache that can be dropped; empty without a limit. */
  OptionalLong availableBytes() {
    OptionalLong limit =
        names(version.limits).stream().flatMapToLong(name -> file(name).number().stream()).min();
    OptionalLong used = file(version.usage).number();
    if (limit.isEmpty() || used.isEmpty()) {
      return OptionalLong.empty();
    }
    ControlFile statistics = file("memory.stat");
    long cached =
        Stream.of("active_file", "inactive_file")
            .mapToLong(name -> statistics.number(version.sums + name + " ").orElse(0))
            .sum();
    return OptionalLong.of(Math.max(0, limit.getAsLong() - used.getAsLong() + cached));
  }

  private ControlFile file(String name) {
    return ControlFile.read(folder.resolve(name));
  }
}
