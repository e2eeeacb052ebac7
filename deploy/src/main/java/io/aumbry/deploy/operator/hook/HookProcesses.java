package io.aumbry.deploy.operator.hook;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The processes of hooks that run on this machine, each as a small file. An executor that is killed
 * leaves its hooks running. Other executors of this machine with the same folder end them.
 */
final class HookProcesses {
  /** The clock of a machine may be corrected, and with it the known start of a process. */
  private static final Duration CORRECTION = Duration.ofSeconds(10);

  private static final String INCOMPLETE = ".tmp";

  private final Path folder;
  private final ProcessHandle executor;

  /**
   * Uses a folder, which is created with the first process.
   *
   * @param executor the process that starts hooks
   */
  HookProcesses(Path folder, ProcessHandle executor) {
    this.folder = folder;
    this.executor = executor;
  }

  /** A process. Its number alone may be that of a later one. */
  private record Identity(long pid, long startMillis) {
    /** Empty for a process that has ended. */
    static Optional<Identity> of(ProcessHandle process) {
      return process
          .info()
          .startInstant()
          .map(start -> new Identity(process.pid(), start.toEpochMilli()));
    }

    Optional<ProcessHandle> find() {
      return ProcessHandle.of(pid).filter(process -> of(process).filter(this::isSame).isPresent());
    }

    boolean isSame(Identity other) {
      return pid == other.pid && Math.abs(startMillis - other.startMillis) <= CORRECTION.toMillis();
    }

    @Override
    public String toString() {
      return pid + " " + startMillis;
    }
  }

  /** The content of a file. */
  private record Entry(Identity hook, Identity executor, String name) {
    private static final int FIELDS = 5;

    static Optional<Entry> parse(String text) {
      String[] fields = text.strip().split(" ", FIELDS);
      try {
        return fields.length < FIELDS
            ? Optional.empty()
            : Optional.of(new Entry(identity(fields, 0), identity(fields, 2), fields[FIELDS - 1]));
      } catch (NumberFormatException damaged) {
        return Optional.empty();
      }
    }

    private static Identity identity(String[] fields, int from) {
      return new Identity(Long.parseLong(fields[from]), Long.parseLong(fields[from + 1]));
    }
  }

  /**
   * Adds a process until it ends.
   *
   * @param name for display
   */
  void add(Process process, String name) throws IOException {
    Optional<Identity> hook = Identity.of(process.toHandle());
    Optional<Identity> own = Identity.of(executor);
    if (hook.isEmpty() || own.isEmpty()) {
      return;
    }
    Files.createDirectories(folder);
    Path file = folder.resolve(hook.get().pid() + "-" + hook.get().startMillis());
    Path incomplete = folder.resolve(file.getFileName() + INCOMPLETE);
    Files.writeString(incomplete, "%s %s %s".formatted(hook.get(), own.get(), name));
    Files.move(incomplete, file, StandardCopyOption.ATOMIC_MOVE);
    var _ = process.onExit().thenRun(() -> file.toFile().delete());
  }

  /** Ends the hooks of executors that have died, and returns their names. */
  List<String> endOrphans() throws IOException {
    return end(entry -> entry.executor().find().isEmpty());
  }

  /** Ends the hooks of all other executors, and returns their names. */
  List<String> endOthers() throws IOException {
    Optional<Identity> own = Identity.of(executor);
    return end(entry -> own.filter(entry.executor()::isSame).isEmpty());
  }

  private List<String> end(Predicate<Entry> which) throws IOException {
    List<String> ended = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return ended;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!file.toString().endsWith(INCOMPLETE)) {
          end(file, which).ifPresent(ended::add);
        }
      }
    }
    return ended;
  }

  private static Optional<String> end(Path file, Predicate<Entry> which) throws IOException {
    Optional<Entry> entry;
    try {
      entry = Entry.parse(Files.readString(file));
    } catch (NoSuchFileException ended) {
      return Optional.empty();
    }
    if (entry.isPresent() && !which.test(entry.get())) {
      return Optional.empty();
    }
    Optional<ProcessHandle> process = entry.flatMap(each -> each.hook().find());
    process.ifPresent(HookProcesses::kill);
    Files.deleteIfExists(file);
    return process.flatMap(_ -> entry).map(Entry::name);
  }

  /** Kills a process and the processes that it has started. */
  static void kill(ProcessHandle process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
