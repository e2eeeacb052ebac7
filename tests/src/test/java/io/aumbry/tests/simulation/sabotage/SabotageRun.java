package io.aumbry.tests.simulation.sabotage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * {@code tests/sabotage [--seeds N] [NAME]...}: compiles each sabotage that a name is a part of, or
 * all, and runs the simulator on it until a seed finds it or all have been run.
 */
public final class SabotageRun {
  private static final Pattern FOUND = Pattern.compile("seed (\\d+): (.*)");
  private static final int DEFAULT_SEEDS = 40;

  private final Path root;
  private final Path folder;
  private final int seeds;

  private SabotageRun(Path root, Path folder, int seeds) {
    this.root = root;
    this.folder = folder;
    this.seeds = seeds;
  }

  /** What some seed said. */
  private record Found(long seed, String what) {}

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
    out.println("| sabotage | seeds it took | found |");
    out.println("|---|--:|---|");
    for (Sabotage sabotage : Sabotages.all()) {
      if (names.isEmpty() || names.stream().anyMatch(sabotage.name()::contains)) {
        Optional<Found> found = find(sabotage);
        out.printf(
            "| %s | %s | %s |%n",
            sabotage.name(),
            found.map(f -> Long.toString(f.seed())).orElse("more than " + seeds),
            found.map(Found::what).orElse("nothing"));
        all &= found.isPresent();
      }
    }
    return all;
  }

  private Optional<Found> find(Sabotage sabotage) throws IOException, InterruptedException {
    Path classes = compile(sabotage);
    String classPath =
        classes + System.getProperty("path.separator") + System.getProperty("java.class.path");
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseCompactObjectHeaders",
            "-Djdk.trackAllThreads=false",
            "-ea",
            "-cp",
            classPath,
            "io.aumbry.deploy.Main",
            "simulate",
            "--seeds",
            Integer.toString(seeds));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Optional<Found> found = Optional.empty();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher matcher = FOUND.matcher(line);
        if (matcher.matches()) {
          found = Optional.of(new Found(Long.parseLong(matcher.group(1)), matcher.group(2)));
        }
      }
    }
    process.waitFor();
    return found;
  }

  private Path compile(Sabotage sabotage) throws IOException {
    Path own = Files.createTempDirectory(folder, "one");
    Path source = own.resolve(Path.of(sabotage.file()).getFileName().toString());
    Files.writeString(source, sabotage.applied(root));
    Path classes = Files.createDirectory(own.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int result =
        compiler.run(
            null,
            null,
            null,
            "-proc:none",
            "-nowarn",
            "-d",
            classes.toString(),
            "-cp",
            System.getProperty("java.class.path"),
            source.toString());
    if (result != 0) {
      throw new IllegalStateException(sabotage.name() + " does not compile, see above");
    }
    return classes;
  }
}
