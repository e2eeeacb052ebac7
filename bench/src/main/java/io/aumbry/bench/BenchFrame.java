package io.aumbry.bench;

import io.aumbry.bench.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Runs a benchmark as a command: its errors, its exit code, and its output. */
final class BenchFrame {
  static final int FAILED = 1;

  /** The file name that stands for standard output. */
  static final String STANDARD_OUTPUT = "-";

  private BenchFrame() {}

  /** A benchmark. Its result is the exit code. */
  @FunctionalInterface
  interface Work {
    int run() throws IOException;
  }

  /**
   * Runs {@code work}. A wrong argument ends with the usage. A failed measurement ends with one
   * line that gives the reason.
   */
  static int run(CommandSpec spec, Work work) throws IOException {
    try {
      return work.run();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (IllegalStateException e) {
      print(spec.commandLine().getErr(), "aumbry bench: " + e.getMessage());
      return FAILED;
    }
  }

  /**
   * Prints a report as Markdown, and optionally writes it as JSON.
   *
   * @param json a file, or {@link #STANDARD_OUTPUT} to print JSON in place of Markdown
   */
  static void write(Report report, Optional<String> json, PrintWriter out) throws IOException {
    if (json.equals(Optional.of(STANDARD_OUTPUT))) {
      print(out, report.json());
      return;
    }
    print(out, report.markdown());
    if (json.isPresent()) {
      Files.writeString(Path.of(json.get()), report.json());
    }
  }

  /** The exit code of a comparison: failed if a request failed. */
  static int exitCode(Map<Suite.Cell, List<Measurement>> results) {
    return results.values().stream().flatMap(List::stream).anyMatch(Measurement::hasFailures)
        ? FAILED
        : 0;
  }

  static void print(PrintWriter to, String text) {
    to.println(text);
    to.flush();
  }
}
