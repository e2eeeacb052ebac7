package io.aumbry.bench;

import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What the benchmarks have in common as commands: how they end, and that each line is seen. */
final class BenchFrame {
  static final int FAILED = 1;

  private BenchFrame() {}

  /** A benchmark; its result is the exit code. */
  @FunctionalInterface
  interface Work {
    int run() throws IOException;
  }

  /**
   * Runs {@code work}; what was asked wrongly ends with the usage, what cannot be measured with a
   * line that says why.
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

  static void print(PrintWriter to, String text) {
    to.println(text);
    to.flush();
  }
}
