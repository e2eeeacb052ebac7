package io.aumbry.deploy.dev;

import io.aumbry.deploy.process.ProcessKind;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A development cluster of child processes. A child stops when its standard input ends, which the
 * system ensures even if this process is killed. A child that dies is reported but not restarted;
 * the others continue.
 */
final class ChildProcesses implements Cluster {
  /** Begins the message of a command that fails. */
  private static final String ERROR = "aumbry: ";

  private final DevPlan plan;
  private final ChildCommand command;
  private final Path logs;
  private final Consumer<String> notices;
  private final Map<String, Process> children = new LinkedHashMap<>();
  private final AtomicReference<Optional<String>> ended = new AtomicReference<>(Optional.empty());
  private volatile boolean stopping;

  private ChildProcesses(DevPlan plan, ChildCommand command, Path logs, Consumer<String> notices) {
    this.plan = plan;
    this.command = command;
    this.logs = logs;
    this.notices = notices;
  }

  /**
   * Starts the processes of a plan. Returns before they are running.
   *
   * @param configuration file of each process
   * @param logs folder for their output
   * @param notices receives a line about each child that died
   */
  static ChildProcesses start(
      DevPlan plan,
      ChildCommand command,
      Function<PlannedProcess, Path> configuration,
      Path logs,
      Consumer<String> notices)
      throws IOException {
    ChildProcesses started = new ChildProcesses(plan, command, logs, notices);
    try {
      for (PlannedProcess process : plan.processes()) {
        started.startChild(process, configuration.apply(process));
      }
    } catch (IOException | RuntimeException failure) {
      started.close();
      throw failure;
    }
    return started;
  }

  Map<String, Long> pids() {
    return children.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry -> entry.getValue().pid(),
                (one, other) -> one,
                LinkedHashMap::new));
  }

  @Override
  public Optional<String> ended() {
    return ended.get();
  }

  @Override
  public void close() {
    stopping = true;
    for (ProcessKind kind : ProcessKind.values()) {
      ParallelSteps.atOnce(plan.processes(kind), this::stop);
    }
  }

  private void startChild(PlannedProcess planned, Path configuration) throws IOException {
    Path log = logs.resolve(planned.name() + ".log");
    File output = log.toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command.of(planned, configuration))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output));
    // A child reads only its file, because a variable meant for one process would reach all
    // children. The plan has put the authentication in the files of frontends.
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("AUMBRY_") && !name.equals("AUMBRY_JAVA_OPTS"));
    Process child = builder.start();
    children.put(planned.name(), child);
    Thread.ofPlatform()
        .daemon()
        .name("watch-" + planned.name())
        .start(() -> watch(child, planned, log, configuration));
  }

  private void watch(Process child, PlannedProcess planned, Path log, Path configuration) {
    try {
      int exitCode = child.waitFor();
      if (!stopping) {
        String end = end(child, planned, exitCode, log);
        ended.compareAndSet(Optional.empty(), Optional.of(end));
        notices.accept(
            "%s; to restart it: aumbry %s --config %s"
                .formatted(end, planned.kind().command(), configuration));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Describes the end of a child, with the error that it printed last. */
  private static String end(Process child, PlannedProcess planned, int exitCode, Path log) {
    String error;
    try (Stream<String> lines = Files.lines(log)) {
      error =
          lines
              .filter(line -> line.startsWith(ERROR))
              .reduce((earlier, later) -> later)
              .map(line -> ": " + line.substring(ERROR.length()))
              .orElse("");
    } catch (IOException | UncheckedIOException unreadable) {
      error = "";
    }
    return "%s (pid %d) ended unexpectedly with exit code %d%s; see %s"
        .formatted(planned.name(), child.pid(), exitCode, error, log);
  }

  private void stop(PlannedProcess planned) {
    Process child = children.get(planned.name());
    if (child == null) {
      return;
    }
    try {
      child.getOutputStream().close();
      child.waitFor();
    } catch (IOException broken) {
      child.destroy();
    } catch (InterruptedException interrupted) {
      child.destroy();
      Thread.currentThread().interrupt();
    }
  }

  /** Writes the process ids for scripts. */
  void writePids(Path file) {
    List<String> lines = new ArrayList<>();
    pids().forEach((name, pid) -> lines.add(name + " " + pid));
    try {
      Files.write(file, lines);
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot write " + file, failure);
    }
  }
}
