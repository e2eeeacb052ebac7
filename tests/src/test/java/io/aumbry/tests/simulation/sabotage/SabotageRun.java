package io.aumbry.tests.simulation.sabotage;

import io.aumbry.tests.simulation.instrument.Instrumentation;
import io.aumbry.tests.simulation.scenario.Scenario;
import io.aumbry.tests.simulation.scenario.ScenarioRun;
import io.aumbry.tests.simulation.scenario.Scenarios;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * {@code tests/sabotage [--seeds N] [NAME]...}: compiles each sabotage with one of the names in its
 * name, or all. It then runs the simulator on the result until a seed has a finding or all seeds
 * have run, and the scenarios that name the sabotage. With 0 seeds it runs only the scenarios.
 */
public final class SabotageRun {
  private static final Pattern FOUND = Pattern.compile("seed (\\d+): (.*)");
  private static final Pattern FAILED = Pattern.compile("failed: (.*)");
  private static final int DEFAULT_SEEDS = 100;

  /** The processes are short, so they compile with C1 only. */
  private static final List<String> OPTIONS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--enable-native-access=ALL-UNNAMED",
          "-XX:+UseCompactObjectHeaders",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xmn400m",
          "-Djdk.trackAllThreads=false",
          "-ea",
          "-cp");

  private final Path root;
  private final Path folder;
  private final int seeds;

  private SabotageRun(Path root, Path folder, int seeds) {
    this.root = root;
    this.folder = folder;
    this.seeds = seeds;
  }

  /** The finding of a seed. */
  private record Found(long seed, String message) {}

  static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> names = new ArrayList<>(List.of(arguments));
    int seeds = DEFAULT_SEEDS;
    if (names.size() > 1 && names.getFirst().equals("--seeds")) {
      seeds = Integer.parseInt(names.get(1));
      names.subList(0, 2).clear();
    }
    Path root = Path.of(System.getProperty("aumbry.root", "")).toAbsolutePath();
    Path folder = Files.createTempDirectory("sabotage");
    boolean all = new SabotageRun(root, folder, seeds).run(names, System.out);
    System.exit(all ? 0 : 1);
  }

  private boolean run(List<String> names, PrintStream out)
      throws IOException, InterruptedException {
    boolean all = true;
    out.println("| sabotage | seeds it took | scenario | finding |");
    out.println("|---|--:|---|---|");
    for (Sabotage sabotage : Sabotages.all()) {
      if (names.isEmpty() || names.stream().anyMatch(sabotage.name()::contains)) {
        all &= isNoticed(sabotage, out);
      }
    }
    return all;
  }

  /**
   * Whether a seed noticed the sabotage, and each scenario that names it. A sabotage needs at least
   * one of the two kinds.
   */
  private boolean isNoticed(Sabotage sabotage, PrintStream out)
      throws IOException, InterruptedException {
    Path classes = compile(sabotage);
    Optional<Found> found = seeds == 0 ? Optional.empty() : bySeeds(classes);
    List<Scenario> scenarios =
        Scenarios.all().stream()
            .filter(scenario -> scenario.notices().contains(sabotage.name()))
            .toList();
    int failed = 0;
    for (Scenario scenario : scenarios) {
      List<String> output = run(classes, List.of(ScenarioRun.class.getName(), scenario.name()));
      failed += last(FAILED, output, Matcher::group).isPresent() ? 1 : 0;
    }
    out.printf(
        "| %s | %s | %s | %s |%n",
        sabotage.name(),
        found.map(f -> Long.toString(f.seed())).orElse("more than " + seeds),
        scenarios.isEmpty() ? "" : failed + " of " + scenarios.size(),
        found.map(Found::message).orElse(""));
    return failed == scenarios.size() && (found.isPresent() || failed > 0);
  }

  private Optional<Found> bySeeds(Path classes) throws IOException, InterruptedException {
    List<String> output =
        run(
            classes,
            List.of("io.aumbry.deploy.Main", "simulate", "--seeds", Integer.toString(seeds)));
    return last(
        FOUND, output, matcher -> new Found(Long.parseLong(matcher.group(1)), matcher.group(2)));
  }

  private static <T> Optional<T> last(
      Pattern pattern, List<String> lines, Function<Matcher, T> reading) {
    return lines.stream()
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .map(reading)
        .reduce((first, second) -> second);
  }

  private static List<String> run(Path classes, List<String> mainAndArguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(OPTIONS);
    command.add(
        classes + System.getProperty("path.separator") + System.getProperty("java.class.path"));
    command.addAll(mainAndArguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      return lines.readAllLines();
    } finally {
      process.waitFor();
    }
  }

  private Path compile(Sabotage sabotage) throws IOException {
    Path own = Files.createTempDirectory(folder, "one");
    Path classes = Files.createDirectory(own.resolve("classes"));
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn"));
    arguments.addAll(List.of("-d", classes.toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    for (Map.Entry<String, String> changed : sabotage.sources(root).entrySet()) {
      Path source = own.resolve(Path.of(changed.getKey()).getFileName().toString());
      Files.writeString(source, changed.getValue());
      arguments.add(source.toString());
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler.run(null, null, null, arguments.toArray(String[]::new)) != 0) {
      throw new IllegalStateException(sabotage.name() + " does not compile, see above");
    }
    Path instrumented = own.resolve("instrumented");
    Instrumentation.write(instrumented, List.of(classes));
    return instrumented;
  }
}
