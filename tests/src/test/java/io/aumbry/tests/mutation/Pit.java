package io.aumbry.tests.mutation;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs PIT in a separate process.
 *
 * @param root of the repository
 * @param pit PIT's class path
 */
record Pit(Path root, String pit) {
  private static final String JVM_OPTIONS =
      String.join(
          ",",
          "-ea",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--enable-native-access=ALL-UNNAMED",
          "-XX:+UseCompactObjectHeaders",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xmx1g",
          "-Dlogback.configurationFile=");

  /**
   * Returns the mutants of a target.
   *
   * @param limit after which PIT is killed
   */
  List<Mutant> run(Target target, Duration limit) throws IOException, InterruptedException {
    Path module = root.resolve(target.module());
    Path report = Files.createDirectories(root.resolve("tests/target/mutation"));
    Path mutants = report.resolve("mutations.xml");
    Files.deleteIfExists(mutants);
    Process process =
        new ProcessBuilder(command(target, module, report))
            .directory(module.toFile())
            .redirectErrorStream(true)
            .redirectOutput(report.resolve("pit.log").toFile())
            .start();
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
      throw new IOException("no result within the time limit");
    }
    if (process.exitValue() != 0 || !Files.exists(mutants)) {
      throw new IOException("PIT failed, see " + report.resolve("pit.log"));
    }
    return Mutant.read(mutants, module.resolve("src/main/java"));
  }

  private List<String> command(Target target, Path module, Path report) {
    Path classes = module.resolve("target/classes");
    String classPath =
        String.join(
            File.pathSeparator,
            pit,
            module.resolve("target/test-classes").toString(),
            classes.toString(),
            System.getProperty("java.class.path"));
    return List.of(
        ProcessHandle.current().info().command().orElse("java"),
        "-Xmx512m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        classPath,
        "org.pitest.mutationtest.commandline.MutationCoverageReport",
        "--reportDir=" + report,
        "--targetClasses=" + target.classArgument(),
        "--targetTests=" + String.join(",", target.tests()),
        "--mutableCodePaths=" + classes,
        "--sourceDirs=" + module.resolve("src/main/java"),
        "--mutators=STRONGER",
        "--threads=1",
        "--timeoutConst=8000",
        "--outputFormats=XML",
        "--timestampedReports=false",
        "--jvmArgs=" + JVM_OPTIONS + root.resolve("build/logback-test.xml"));
  }
}
