package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A maintenance workflow for all servers of a cluster, and two executors of it. All of them are
 * processes of the product, as an operator would start them.
 */
final class Maintenance implements AutoCloseable {
  static final Duration LIMIT = Duration.ofMinutes(15);
  private static final String HOOK = "restart-dev";

  private final Path aumbry;
  private final Path data;
  private final List<Process> executors = new CopyOnWriteArrayList<>();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private volatile @Nullable Process acting;

  private Maintenance(Path aumbry, Path data) {
    this.aumbry = aumbry;
    this.data = data;
  }

  /**
   * Records a workflow and starts executors.
   *
   * @param to the command {@code aumbry} of the build that the servers get
   * @param aumbry the command for the workflow itself
   * @param more options
   */
  static Maintenance start(Path to, Path aumbry, Path data, String... more)
      throws IOException, InterruptedException {
    Maintenance maintenance = new Maintenance(aumbry, data);
    List<String> words =
        new ArrayList<>(List.of("start", "--all", "--purpose", "another build", "--any-load"));
    words.addAll(List.of("--upgrade", HOOK, "--set", "DATA=" + data, "--set", "AUMBRY=" + to));
    words.addAll(List.of("--expect-version", ProductBuild.of(to).version()));
    words.addAll(List.of(more));
    Process start = maintenance.command(words.toArray(String[]::new)).start();
    String output = new String(start.getInputStream().readAllBytes(), UTF_8);
    assertThat(start.waitFor()).as(output).isZero();
    maintenance.startExecutor();
    maintenance.startExecutor();
    return maintenance;
  }

  private ProcessBuilder command(String... words) {
    List<String> all = new ArrayList<>(List.of(aumbry.toString(), "admin", "maintenance"));
    all.addAll(Arrays.asList(words));
    all.addAll(List.of("--cluster", data.toString()));
    ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
    builder.environment().put("JDK_JAVA_OPTIONS", ProductBuild.FAST_START);
    return builder;
  }

  private void startExecutor() throws IOException {
    Process executor =
        command(
                "run",
                "--hooks",
                hooks().toString(),
                "--outputs",
                data.resolve("outputs").toString(),
                "--until-done")
            .start();
    executors.add(executor);
    Thread.ofVirtual()
        .start(() -> {
          try {
            executor.inputReader().lines().forEach(line -> said(executor, line));
          } catch (UncheckedIOException killed) {
            // It has said everything.
          }
        });
  }

  private void said(Process executor, String line) {
    System.out.println("  " + line);
    if (line.contains("executes maintenance")) {
      acting = executor;
    }
    lines.add(line);
  }

  private static Path hooks() {
    return ProductBuild.current().home().resolve("hooks").resolve("dev");
  }

  /** Runs the hook of the upgrade by itself. */
  static ProcessBuilder hook(Path build, Path data, String node) {
    ProcessBuilder builder =
        new ProcessBuilder(hooks().resolve(HOOK).toString())
            .redirectErrorStream(true)
            .redirectOutput(data.resolve("logs").resolve("hook-" + node + ".log").toFile());
    builder.environment().put("JDK_JAVA_OPTIONS", ProductBuild.FAST_START);
    builder.environment().put("MAINTENANCE_HOST", node);
    builder.environment().put("PARAMETER_DATA", data.toString());
    builder.environment().put("PARAMETER_AUMBRY", build.toString());
    return builder;
  }

  /** Waits for a line of an executor, such as {@code node1: UPGRADE}. */
  void awaitLine(String end) {
    await().atMost(LIMIT).until(() -> lines.stream().anyMatch(line -> line.endsWith(end)));
  }

  /** The hosts that are being upgraded, and are not whole yet. */
  Set<String> active() {
    return states(lines.size()).active();
  }

  Set<String> done() {
    return states(lines.size()).done();
  }

  /** The states of hosts after some lines. */
  private record States(Set<String> active, Set<String> done) {}

  private States states(int count) {
    Set<String> active = new TreeSet<>();
    Set<String> done = new TreeSet<>();
    for (String line : List.copyOf(lines).subList(0, count)) {
      String[] words = line.split(" ", -1);
      if (words.length == 3 && words[1].startsWith("node")) {
        String host = words[1].substring(0, words[1].length() - 1);
        switch (words[2]) {
          case "UPGRADE" -> active.add(host);
          case "DONE" -> {
            active.remove(host);
            done.add(host);
          }
          default -> {
            // It is still in the middle.
          }
        }
      }
    }
    return new States(active, done);
  }

  int mostAtATime() {
    int most = 0;
    for (int count = 1; count <= lines.size(); count++) {
      most = Math.max(most, states(count).active().size());
    }
    return most;
  }

  /** Kills a hook that runs, if there is one. */
  boolean killHook() {
    Optional<ProcessHandle> hook =
        executors.stream()
            .flatMap(Process::descendants)
            .filter(process ->
                process.info().arguments().map(List::of).orElse(List.of()).stream()
                    .anyMatch(word -> word.endsWith(HOOK)))
            .findFirst();
    return hook.isPresent() && hook.get().destroyForcibly();
  }

  /** Kills the executor that acts, and starts another. */
  void killExecutor() throws IOException {
    Process killed = Objects.requireNonNull(acting, "no executor acts");
    executors.remove(killed);
    killed.destroyForcibly();
    startExecutor();
  }

  void awaitDone() throws InterruptedException {
    for (Process executor : executors) {
      await().atMost(LIMIT).until(() -> !executor.isAlive());
      assertThat(executor.exitValue()).as("exit code of an executor").isZero();
    }
  }

  @Override
  public void close() {
    executors.forEach(Process::destroy);
  }
}
