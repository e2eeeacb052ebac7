package io.aumbry.deploy.process;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Command lines of child processes with the Java, options and class path of this process. */
public final class ChildJvm {
  private static final String PRODUCT = "io.aumbry.deploy.Main";
  private static final String OPERATORS = "AUMBRY_JAVA_OPTS";

  private ChildJvm() {}

  /** The {@code java} of this JVM. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * Returns a command line that runs {@code aumbry}. The options in {@code AUMBRY_JAVA_OPTS} come
   * last and win, as in the launcher.
   *
   * @param memory options that limit the memory of the child
   * @param arguments of the {@code aumbry} command
   */
  public static List<String> command(List<String> memory, List<String> arguments) {
    return command(memory, PRODUCT, arguments);
  }

  /** Returns a command line that runs another main class. */
  public static List<String> command(List<String> memory, String main, List<String> arguments) {
    return command(
        memory, main, arguments, Optional.ofNullable(System.getenv(OPERATORS)).orElse(""));
  }

  static List<String> command(
      List<String> memory, String main, List<String> arguments, String operators) {
    List<String> words = new ArrayList<>();
    words.add(java());
    words.addAll(jvmOptions());
    words.addAll(memory);
    Stream.of(operators.split("\\s+")).filter(word -> !word.isEmpty()).forEach(words::add);
    words.add("-cp");
    words.add(System.getProperty("java.class.path"));
    words.add(main);
    words.addAll(arguments);
    return words;
  }

  /** The launcher's options, or those of this JVM if it does not run from an installation. */
  private static List<String> jvmOptions() {
    return Optional.ofNullable(System.getProperty("aumbry.home"))
        .map(home -> productOptions(Path.of(home)))
        .orElseGet(() ->
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--") || option.equals("-ea"))
                .toList());
  }

  /** The launcher's options for an installation in {@code home}. */
  public static List<String> productOptions(Path home) {
    List<String> options = new ArrayList<>();
    options.add("@" + home.resolve("jvm.options"));
    options.add("-Daumbry.home=" + home);
    Path startCache = home.resolve("aumbry.aot");
    if (Files.exists(startCache)) {
      options.add("-XX:AOTCache=" + startCache);
    }
    return options;
  }
}
