package io.aumbry.deploy.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The processes of a cluster that {@code aumbry dev --processes} runs in a folder: each has a file
 * there with its process id, named for its role, such as {@code storage-server-1.pid}.
 */
public final class ClusterFolder {
  private static final String SUFFIX = ".pid";
  private static final int DEPTH = 4;

  /** Those who tell the others where things are; no request passes through them. */
  private static final List<String> COORDINATORS = List.of("controller", "zookeeper");

  private ClusterFolder() {}

  /** All of them, by name. */
  public static List<WatchedProcess> processes(Path folder) {
    try (Stream<Path> files = Files.walk(folder, DEPTH)) {
      List<WatchedProcess> found =
          files
              .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
              .map(ClusterFolder::process)
              .sorted(Comparator.comparing(WatchedProcess::name))
              .toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "no *.pid in " + folder + ": is aumbry dev --processes running there?");
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static WatchedProcess process(Path file) {
    String fileName = file.getFileName().toString();
    String name = fileName.substring(0, fileName.length() - SUFFIX.length());
    return new WatchedProcess(pid(file), name, COORDINATORS.stream().noneMatch(name::contains));
  }

  private static long pid(Path file) {
    try {
      String text = Files.readString(file).strip();
      if (!text.matches("\\d{1,10}")) {
        throw new IllegalArgumentException(file + " holds no process id but '" + text + "'");
      }
      return Long.parseLong(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
