package io.aumbry.bench.process;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The processor time that this process has used; see proc(5). */
public final class OwnProcess {
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Path self;

  public OwnProcess() {
    this(Path.of("/proc/self"));
  }

  /**
   * Reads the figures of this process.
   *
   * @param self its folder in proc
   */
  public OwnProcess(Path self) {
    this.self = self;
  }

  /** The time of all threads, including ended ones. */
  public long cpuNanos() {
    return system.getProcessCpuTime();
  }

  /** The time of the JIT compiler's present threads. */
  public long compilerNanos() {
    try (Stream<Path> threads = Files.list(self.resolve("task"))) {
      return threads.filter(OwnProcess::isCompiler).mapToLong(OwnProcess::nanosOf).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isCompiler(Path thread) {
    return lines(thread.resolve("comm")).stream()
        .flatMap(List::stream)
        .anyMatch(name -> name.matches("C[12] CompilerThre.*"));
  }

  /** The first number of schedstat is the running time of the thread. */
  private static long nanosOf(Path thread) {
    return lines(thread.resolve("schedstat")).stream()
        .flatMap(List::stream)
        .mapToLong(line -> Long.parseLong(line.substring(0, line.indexOf(' '))))
        .sum();
  }

  /** Returns empty if the file is gone, for example of a thread that has just ended. */
  private static Optional<List<String>> lines(Path file) {
    try {
      return Optional.of(Files.readAllLines(file));
    } catch (IOException e) {
      // reading the file of a thread that has just ended fails with "no such process"
      if (Files.exists(file)) {
        throw new UncheckedIOException(e);
      }
      return Optional.empty();
    }
  }
}
