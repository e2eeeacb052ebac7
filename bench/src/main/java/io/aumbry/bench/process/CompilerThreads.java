package io.aumbry.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The threads of the JIT compiler of a JVM in Linux's proc file system; see proc(5). */
final class CompilerThreads {
  private CompilerThreads() {}

  /**
   * The processor time of the present compiler threads of a JVM.
   *
   * @param process its folder in proc
   */
  static long nanos(Path process) {
    try (Stream<Path> threads = Files.list(process.resolve("task"))) {
      return threads.filter(CompilerThreads::isCompiler).mapToLong(CompilerThreads::nanosOf).sum();
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
