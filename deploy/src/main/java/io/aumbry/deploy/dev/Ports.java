package io.aumbry.deploy.dev;

import io.aumbry.config.ConfigException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The ports of a cluster. A file keeps them across restarts. Used by one thread. */
final class Ports {
  /** Below the ports that systems use for outgoing connections. */
  private static final int FIRST = 11_740;

  private static final int LAST = 31_999;

  /** Distance between the ports at which two clusters may start to search. */
  private static final int STRIDE = 64;

  private final Path file;
  private final Consumer<String> notices;
  private final Map<String, Integer> remembered = new TreeMap<>();
  private final Map<String, Integer> given = new HashMap<>();

  private Ports(Path file, Consumer<String> notices) {
    this.file = file;
    this.notices = notices;
  }

  /**
   * Reads the remembered ports.
   *
   * @param notices receives a line when a port had to change
   */
  static Ports read(Path file, Consumer<String> notices) throws IOException {
    Ports ports = new Ports(file, notices);
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        int equals = line.indexOf('=');
        if (equals > 0 && line.substring(equals + 1).strip().matches("\\d{1,5}")) {
          ports.remembered.put(
              line.substring(0, equals).strip(),
              Integer.parseInt(line.substring(equals + 1).strip()));
        }
      }
    }
    return ports;
  }

  /** The remembered port if it is free, otherwise another free one. */
  int of(String name) {
    return Optional.ofNullable(given.get(name)).orElseGet(() -> choose(name));
  }

  private int choose(String name) {
    Optional<Integer> before = Optional.ofNullable(remembered.get(name));
    int port = before.filter(this::isFree).orElseGet(this::free);
    before
        .filter(old -> old != port)
        .ifPresent(
            old -> notices.accept("port " + old + " of " + name + " is in use; now using " + port));
    return give(name, port);
  }

  /**
   * Reserves a requested port.
   *
   * @throws ConfigException if another process uses it
   */
  int fixed(String name, int port) {
    if (!isFree(port)) {
      throw new ConfigException(
          "port "
              + port
              + " of the "
              + name
              + " is in use by another process; choose one with --port");
    }
    return give(name, port);
  }

  /**
   * The port that other data centres use instead, for example that of a proxy. It is configured in
   * the file as {@code far-NAME}.
   */
  Optional<Integer> fromAfar(String name) {
    return Optional.ofNullable(remembered.get("far-" + name));
  }

  void write() throws IOException {
    Files.writeString(
        file,
        remembered.entrySet().stream()
            .map(entry -> entry.getKey() + " = " + entry.getValue() + "\n")
            .collect(Collectors.joining()));
  }

  private int give(String name, int port) {
    given.put(name, port);
    remembered.put(name, port);
    return port;
  }

  private int free() {
    int count = LAST - FIRST + 1;
    for (int i = 0; i < count; i++) {
      int port = FIRST + (start() + i) % count;
      if (!remembered.containsValue(port) && isFree(port)) {
        return port;
      }
    }
    throw new ConfigException("no port from " + FIRST + " to " + LAST + " is free");
  }

  /**
   * The port at which the search starts. It depends on the folder, because clusters may start at
   * the same time.
   */
  private int start() {
    int places = (LAST - FIRST + 1) / STRIDE;
    return Math.floorMod(file.toAbsolutePath().hashCode(), places) * STRIDE;
  }

  private boolean isFree(int port) {
    if (given.containsValue(port)) {
      return false;
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
