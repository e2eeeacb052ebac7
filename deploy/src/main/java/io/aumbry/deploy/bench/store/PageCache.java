package io.aumbry.deploy.bench.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Has the kernel drop what it keeps of files in memory. */
final class PageCache {
  private final String command;

  PageCache() {
    this("dd");
  }

  /**
   * @param command GNU dd
   */
  PageCache(String command) {
    this.command = command;
  }

  /** Drops all files below a folder; pages that are dirty or mapped stay. */
  void drop(Path folder) {
    try {
      List<Path> files;
      try (Stream<Path> all = Files.walk(folder)) {
        files = all.filter(Files::isRegularFile).toList();
      }
      files.forEach(this::dropFile);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With a count of 0, dd drops the whole file. */
  private void dropFile(Path file) {
    ProgramRun run =
        ProgramRun.of(List.of(command, "if=" + file, "iflag=nocache", "count=0", "status=none"));
    if (run.code() != 0) {
      throw new IllegalStateException(
          command + " could not drop " + file + ": " + run.output().strip());
    }
  }
}
