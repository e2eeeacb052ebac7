package io.aumbry.bench.process;

import io.aumbry.bench.load.Pacer;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Server processes and the folder of their data. {@link #close} ends each by its own process id and
 * removes the folder. The same happens when this JVM is told to end. Thread-safe.
 */
public final class ServerProcesses implements AutoCloseable {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();
  private static final int MAX_TAIL = 2000;

  private record Server(String name, Process process, Path output) {
    WatchedProcess watched() {
      return new WatchedProcess(process.pid(), name, true);
    }

    /** The end of its output. */
    String tail() {
      try {
        String all = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
        return all.substring(Math.max(0, all.length() - MAX_TAIL)).strip();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final Path folder;
  private final Time time;
  private final Pacer pacer;
  private final Thread hook = new Thread(this::end, "stop-servers");
  private final List<Server> servers = new ArrayList<>();
  private boolean ended;

  /** Uses {@code folder}, which must be empty. */
  public ServerProcesses(Path folder, Time time, Pacer pacer) {
    this.folder = folder;
    this.time = time;
    this.pacer = pacer;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  public Path folder() {
    return folder;
  }

  /** Starts a server in the folder. Its output goes to {@code NAME.log} there. */
  public void start(String name, List<String> command) throws IOException {
    start(name, command, Map.of());
  }

  /** Starts a server with additional variables in its environment. */
  public synchronized void start(String name, List<String> command, Map<String, String> environment)
      throws IOException {
    if (ended) {
      throw new IllegalStateException("cannot start " + name + ": this process is ending");
    }
    Path output = folder.resolve(name + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    servers.add(new Server(name, builder.start(), output));
  }

  /** The processes in the order of their start. */
  public synchronized List<WatchedProcess> watched() {
    return servers.stream().map(Server::watched).toList();
  }

  /** The output of a server until now. */
  public String output(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".log"));
  }

  /**
   * Waits until {@code ready} holds.
   *
   * @throws IllegalStateException when a server ended or the limit passed; the message has the end
   *     of its output
   */
  public void await(Duration limit, BooleanSupplier ready) {
    Deadline deadline = Deadline.after(limit, time);
    while (!ready.getAsBoolean()) {
      check(deadline.hasPassed(time), limit);
      pacer.awaitUntil(time.monotonicNanos() + POLL_NANOS);
    }
  }

  private synchronized void check(boolean late, Duration limit) {
    for (Server server : servers) {
      if (!server.process().isAlive()) {
        throw new IllegalStateException(
            server.name()
                + " ended with exit code "
                + server.process().exitValue()
                + ": "
                + server.tail());
      }
    }
    if (late) {
      throw new IllegalStateException(
          "not ready within "
              + limit.toSeconds()
              + " s: "
              + String.join("; ", servers.stream().map(s -> s.name() + ": " + s.tail()).toList()));
    }
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // this JVM is already ending
    }
  }

  /** Ends all processes and removes the folder, once. */
  private synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    servers.forEach(server -> server.process().destroy());
    Deadline deadline = Deadline.after(STOP_LIMIT, time);
    for (Server server : servers) {
      while (server.process().isAlive()) {
        if (deadline.hasPassed(time)) {
          server.process().destroyForcibly();
        }
        pacer.awaitUntil(time.monotonicNanos() + POLL_NANOS);
      }
    }
    try {
      FolderTree.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
