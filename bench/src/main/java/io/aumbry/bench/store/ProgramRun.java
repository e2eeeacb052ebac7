package io.aumbry.bench.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The result of a program.
 *
 * @param output standard output and errors
 */
record ProgramRun(int code, String output) {
  /** Runs a program to its end. */
  static ProgramRun of(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new ProgramRun(process.waitFor(), output);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while " + command.getFirst() + " ran", e);
      } finally {
        process.destroy();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
