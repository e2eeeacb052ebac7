package io.aumbry.bench.store;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The fio program. */
record FioProgram(Path executable) {
  /** The message if it is missing. */
  static final String MISSING =
      "fio is missing, so the disk itself is not measured: apt-get install fio";

  /** Returns its path, if it is installed. */
  static Optional<Path> find(String path) {
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, "fio"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static String millis(Duration span) {
    return span.toMillis() + "ms";
  }

  /** Removes a measured file, if it exists. */
  static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs one job, or a group of them, on one file.
   *
   * @throws IllegalStateException with fio's output when it failed
   */
  FioOutput run(Path file, long bytes, List<String> options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                executable.toString(),
                "--name=aumbry",
                "--filename=" + file,
                "--size=" + bytes,
                "--ioengine=psync",
                "--output-format=json"));
    command.addAll(options);
    ProgramRun run = ProgramRun.of(command);
    if (run.code() != 0) {
      throw new IllegalStateException("fio ended with " + run.code() + ": " + run.output().strip());
    }
    return FioOutput.parse(run.output());
  }
}
