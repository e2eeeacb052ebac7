package io.aumbry.deploy.dev;

import io.aumbry.deploy.process.ProcessKind;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a process of a development cluster is started: with the Java, the options and the class path
 * of this one, and memory of its own.
 */
record ChildCommand(DevOptions options) {
  private static final String MAIN = "io.aumbry.deploy.Main";
  private static final String SMALL_HEAP = "-Xmx128m";

  List<String> of(PlannedProcess process, Path configuration) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(jvmOptions());
    words.addAll(memory(process.kind()));
    words.add("-cp");
    words.add(System.getProperty("java.class.path"));
    words.add(MAIN);
    words.add(process.kind().command());
    words.add("--config");
    words.add(configuration.toString());
    words.add("--stop-with-stdin");
    return words;
  }

  /** Those that the launcher uses; outside of a build of the product, those of this JVM. */
  private static List<String> jvmOptions() {
    return Optional.ofNullable(System.getProperty("aumbry.home"))
        .map(home -> productOptions(Path.of(home)))
        .orElseGet(() ->
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--") || option.equals("-ea"))
                .toList());
  }

  private static List<String> productOptions(Path home) {
    List<String> options = new ArrayList<>();
    options.add("@" + home.resolve("jvm.options"));
    options.add("-Daumbry.home=" + home);
    Path startCache = home.resolve("aumbry.aot");
    if (Files.exists(startCache)) {
      options.add("-XX:AOTCache=" + startCache);
    }
    return options;
  }

  private List<String> memory(ProcessKind kind) {
    return switch (kind) {
      case FRONTEND, STORAGE_SERVER ->
          List.of(
              "-Xmx" + options.heap().bytes(),
              "-XX:MaxDirectMemorySize=" + options.direct().bytes());
      case CONTROLLER, ZOOKEEPER -> List.of(SMALL_HEAP);
    };
  }
}
