package io.aumbry.tests.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.aumbry.deploy.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The product as built in a checkout. It is started without its launcher, which might build.
 *
 * @param checkout with the sources, whose product is built
 */
record ProductBuild(Path checkout) {
  /**
   * The product's processes are compiled with C1 only. Most of their CPU time in a test is their
   * start, so C2 would cost more than it saves.
   */
  static final String FAST_START = "-XX:TieredStopAtLevel=1";

  private static final int LIMIT_SECONDS = 180;

  ProductBuild {
    if (!Files.isDirectory(home(checkout))) {
      throw new AssertionError("the product is not built at " + home(checkout));
    }
  }

  /** The build of these tests. */
  static ProductBuild current() {
    return new ProductBuild(Path.of("..").toAbsolutePath().normalize());
  }

  /** The build whose launcher is {@code aumbry}. */
  static ProductBuild of(Path aumbry) {
    return new ProductBuild(aumbry.toAbsolutePath().normalize().resolveSibling(""));
  }

  private static Path home(Path checkout) {
    return checkout.resolve("deploy").resolve("target").resolve("aumbry");
  }

  Path home() {
    return home(checkout);
  }

  /** The command line of an {@code aumbry} command. */
  List<String> command(String... arguments) {
    List<String> words = command(home().resolve("lib") + "/*", "io.aumbry.deploy.Main");
    words.addAll(List.of(arguments));
    return words;
  }

  /** The command line of another main class, to which arguments may be added. */
  List<String> command(String classPath, String main) {
    List<String> words = new ArrayList<>();
    words.add(ChildJvm.java());
    words.addAll(ChildJvm.productOptions(home()));
    words.addAll(List.of("-cp", classPath, main));
    return words;
  }

  static ProcessBuilder builder(List<String> words) {
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("JDK_JAVA_OPTIONS", FAST_START);
    return builder;
  }

  /** The result of a command that has ended. */
  record Ended(int exitCode, String output) {}

  /** Runs an {@code aumbry} command to its end. */
  Ended run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("aumbry", ".output");
    try {
      ProcessBuilder builder = builder(command(arguments)).redirectOutput(output.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      String text =
          Files.readString(output, UTF_8)
              .lines()
              .filter(line -> !line.startsWith("NOTE: Picked up"))
              .reduce("", (before, line) -> before + line + "\n");
      return new Ended(process.exitValue(), text);
    } finally {
      Files.delete(output);
    }
  }

  /** The version of a build, as {@code admin nodes} shows it. */
  String version() throws IOException, InterruptedException {
    List<String> lines = run(Map.of(), "--version").output().lines().toList();
    String version = lines.getFirst().replaceFirst("^aumbry +", "");
    String commit = lines.get(1).replaceFirst("^build +(\\S+) .*", "$1");
    return version + "-" + commit;
  }
}
