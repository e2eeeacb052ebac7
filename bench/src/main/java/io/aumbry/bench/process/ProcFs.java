package io.aumbry.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Processes in Linux's proc file system; see proc(5). */
public final class ProcFs {
  /** The unit of the kernel's interface, 1/100 s on every machine. */
  private static final Duration TICK = Duration.ofMillis(10);

  /** Index of fields after the name, counted from the state, which is field 3. */
  private static final int USER_TICKS = 14 - 3;

  private static final int SYSTEM_TICKS = 15 - 3;

  private final Path root;

  /** Uses /proc. */
  public ProcFs() {
    this(Path.of("/proc"));
  }

  ProcFs(Path root) {
    this.root = root;
  }

  /**
   * Samples a process.
   *
   * @throws IllegalArgumentException when there is no such process
   */
  public ProcessSample sample(long pid) {
    Path folder = root.resolve(Long.toString(pid));
    if (!Files.isReadable(folder.resolve("stat"))) {
      throw new IllegalArgumentException("/proc has no process " + pid);
    }
    try {
      return parse(
          Files.readString(folder.resolve("stat")),
          Files.readString(folder.resolve("status")),
          Duration.ofNanos(CompilerThreads.nanos(folder)));
    } catch (IOException e) {
      throw new UncheckedIOException("process " + pid + " ended while it was measured", e);
    }
  }

  /** The bytes that this machine has sent to itself since its start. */
  public long loopbackBytes() {
    try {
      return loopbackBytes(Files.readString(root.resolve("net/dev")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static long loopbackBytes(String devices) {
    return devices
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("lo:"))
        .mapToLong(
            line -> Long.parseLong(line.substring("lo:".length()).strip().split("\\s+", 2)[0]))
        .findFirst()
        .orElse(0);
  }

  static ProcessSample parse(String stat, String status, Duration compiler) {
    // the name may contain spaces and parentheses, so it ends at the last one
    int open = stat.indexOf('(');
    int close = stat.lastIndexOf(')');
    String[] fields = stat.substring(close + 2).split(" ", -1);
    return new ProcessSample(
        stat.substring(open + 1, close),
        TICK.multipliedBy(Long.parseLong(fields[USER_TICKS])),
        TICK.multipliedBy(Long.parseLong(fields[SYSTEM_TICKS])),
        compiler,
        bytes(status, "VmRSS:"),
        bytes(status, "VmHWM:"));
  }

  /** Returns a line of status in bytes; 0 if it is missing, as for a kernel thread or zombie. */
  private static long bytes(String status, String name) {
    return status
            .lines()
            .filter(line -> line.startsWith(name))
            .map(line -> line.substring(name.length()).replace("kB", "").strip())
            .mapToLong(Long::parseLong)
            .findFirst()
            .orElse(0)
        * 1024;
  }
}
