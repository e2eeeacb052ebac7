package io.aumbry.bench.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Loads files into the page cache, or drops them from it. */
final class PageCache {
  private static final int AT_ONCE = 1 << 20;

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

  /** Reads a file, or all files below a folder. */
  void load(Path where) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(AT_ONCE);
    for (Path file : files(where)) {
      try (FileChannel channel = FileChannel.open(file)) {
        while (channel.read(buffer.clear()) > 0) {
          // only the cache needs the bytes
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Drops all files below a folder. Dirty and mapped pages stay. */
  void drop(Path folder) {
    files(folder).forEach(this::dropFile);
  }

  private static List<Path> files(Path where) {
    try (Stream<Path> all = Files.walk(where)) {
      return all.filter(Files::isRegularFile).toList();
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
