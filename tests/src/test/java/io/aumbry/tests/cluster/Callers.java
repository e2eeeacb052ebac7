package io.aumbry.tests.cluster;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Who has made a connection: which process of a cluster has the socket, as Linux tells it of each
 * process of one's own.
 */
final class Callers {
  private static final Path PROCESSES = Path.of("/proc");

  /** How a line of {@code /proc/net/tcp6} is divided. */
  private static final int LOCAL_ADDRESS = 1;

  private static final int INODE = 9;

  /** Of the cluster's files of settings, by which its processes are known. */
  private final String folder;

  Callers(Path data) {
    this.folder = data.resolve("conf") + "/";
  }

  /** The name of the process that has connected from a port of this machine. */
  Optional<String> from(int port) {
    try {
      Optional<String> socket = inode(port).map(inode -> "socket:[" + inode + "]");
      return socket.isEmpty() ? Optional.empty() : owner(socket.get());
    } catch (IOException e) {
      throw new AssertionError("no " + PROCESSES + " to look into", e);
    }
  }

  private static Optional<String> inode(int port) throws IOException {
    String suffix = ":%04X".formatted(port);
    for (String table : new String[] {"tcp6", "tcp"}) {
      for (String line : Files.readAllLines(PROCESSES.resolve("net").resolve(table))) {
        String[] words = line.trim().split("\\s+", -1);
        if (words[LOCAL_ADDRESS].endsWith(suffix)) {
          return Optional.of(words[INODE]);
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> owner(String socket) throws IOException {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[1-9]*")) {
      for (Path process : processes) {
        Optional<String> name = name(process);
        if (name.isPresent() && has(process, socket)) {
          return name;
        }
      }
    }
    return Optional.empty();
  }

  /** By its settings; none of a process that is not of this cluster, or has ended. */
  private Optional<String> name(Path process) {
    try {
      for (String word : Files.readString(process.resolve("cmdline")).split("\0", -1)) {
        if (word.startsWith(folder)) {
          return Optional.of(word.substring(folder.length()).replace(".conf", ""));
        }
      }
    } catch (IOException ended) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static boolean has(Path process, String socket) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        if (isLinkTo(file, socket)) {
          return true;
        }
      }
    } catch (IOException ended) {
      return false;
    }
    return false;
  }

  private static boolean isLinkTo(Path file, String socket) {
    try {
      return Files.readSymbolicLink(file).toString().equals(socket);
    } catch (IOException closed) {
      return false;
    }
  }
}
