package io.aumbry.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The processes that {@code aumbry dev --processes} runs in a folder. Its file {@code pids} has a
 * name and a process id on each line.
 */
public final class ClusterFolder {
  /** Processes that coordinate others and serve no requests. */
  private static final List<String> COORDINATORS = List.of("controller", "zookeeper");

  private ClusterFolder() {}

  /**
   * The processes of a cluster that a folder lists.
   *
   * @throws IllegalArgumentException when none is listed
   */
  public static List<WatchedProcess> processes(Path folder) {
    Path file = folder.resolve("pids");
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException(
          "no " + file + ": is aumbry dev --processes running in " + folder + "?");
    }
    try (var lines = Files.lines(file)) {
      List<WatchedProcess> found =
          lines.filter(line -> !line.isBlank()).map(ClusterFolder::process).toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(file + " lists no process");
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static WatchedProcess process(String line) {
    String[] words = line.strip().split("\\s+", -1);
    if (words.length != 2 || !words[1].matches("\\d{1,10}")) {
      throw new IllegalArgumentException("'" + line + "' is not a name and a process id");
    }
    boolean coordinates = COORDINATORS.stream().anyMatch(words[0]::contains);
    return new WatchedProcess(Long.parseLong(words[1]), words[0], !coordinates);
  }
}
