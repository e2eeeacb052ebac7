package io.aumbry.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.process.OwnJava;
import io.aumbry.deploy.simulate.Simulator.Outcome;
import io.aumbry.deploy.simulate.Simulator.Plan;
import io.aumbry.tests.simulation.engine.Preemption;
import io.aumbry.tests.simulation.instrument.Instrumentation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Some seeds of the simulator; {@code ./aumbry simulate} runs as many as one likes. */
@Timeout(3600)
@ExtendWith(Quiet.class)
final class SimulationIT {
  private static final int SEEDS = Integer.getInteger("aumbry.simulation.seeds", 250);

  /** In one JVM, which compiles the code once. */
  private static final int AT_A_TIME = 2;

  /** Operations of a seed that are answered, on average, at least: some short ones have none. */
  private static final long LEAST = 20;

  private static final Pattern DONE =
      Pattern.compile("(?m)^(\\d+) seeds, .* virtual hours .*, (\\d+) operations, .*; took .*$");

  private static final Pattern PREEMPTED = Pattern.compile("(?m), (\\d+) preemptions, .*; took");

  /** The product's classes with probes and yield points, for the JVMs of simulators. */
  @TempDir private static Path instrumented;

  @BeforeAll
  static void instrument() throws IOException {
    Instrumentation.write(instrumented, List.of());
  }

  /** In a JVM of its own, which compiles twice: it computes for longer than other tests do. */
  @Test
  void nothingIsFoundThatMustNeverBe(@TempDir Path folder) throws Exception {
    String said =
        simulate(folder, "--seeds", "" + SEEDS, "--threads", "" + AT_A_TIME, "--hours", "24");
    Matcher done = DONE.matcher(said);
    assertThat(done.find()).as(said).isTrue();
    System.out.println(done.group());
    assertThat(Long.parseLong(done.group(1))).as("seeds that were run").isEqualTo(SEEDS);
    assertThat(Long.parseLong(done.group(2)))
        .as("operations of %d seeds", SEEDS)
        .isGreaterThan(LEAST * SEEDS);
    assertPreempted(said);
  }

  /** What it says, when it has ended well. */
  private static String simulate(Path folder, String... options) throws Exception {
    Path said = folder.resolve("said");
    List<String> command = command();
    command.addAll(List.of(options));
    Process simulator =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      assertThat(simulator.waitFor()).as(() -> read(said)).isZero();
    } finally {
      simulator.destroyForcibly();
    }
    return read(said);
  }

  /** With the options that the build has for it, and what else is left to be done going first. */
  private static List<String> command() {
    List<String> words = new ArrayList<>(List.of("nice", "-n", "5"));
    words.add(OwnJava.java());
    words.addAll(List.of(System.getProperty("aumbry.simulation.jvm", "-ea").split("\\s+", -1)));
    words.addAll(
        List.of("-cp", instrumented + File.pathSeparator + System.getProperty("java.class.path")));
    words.addAll(List.of("io.aumbry.deploy.Main", "simulate"));
    return words;
  }

  private static String read(Path said) {
    try {
      return Files.readString(said);
    } catch (IOException e) {
      throw new AssertionError("cannot read " + said, e);
    }
  }

  /** Requires preemptions, which need classes with yield points. */
  private static void assertPreempted(String said) {
    Matcher preempted = PREEMPTED.matcher(said);
    assertThat(preempted.find()).as(said).isTrue();
    assertThat(Long.parseLong(preempted.group(1))).isGreaterThan(SEEDS);
  }

  /**
   * Some collections are in another order in each JVM: by these a run may not go. In the first a
   * put goes to another partition, and says which it has tried; the others are of three data
   * centres, the last with comparisons.
   */
  @ParameterizedTest
  @ValueSource(ints = {40, 7, 415})
  void aSeedIsOneRunEventForEventInWhateverJvm(int seed, @TempDir Path folder) throws Exception {
    Outcome here = run(seed);
    assertThat(simulate(folder, "--seed", "" + seed))
        .contains(
            "seed %d: hash %016x, %d steps"
                .formatted(seed, here.events().hash(), here.events().steps()));
  }

  /** Its threads are preempted. */
  @Test
  void aSeedWithPreemptionIsOneRunToo(@TempDir Path folder) throws Exception {
    assertThat(Preemption.isDrawn(14)).isTrue();
    String first = simulate(folder, "--seed", "14");
    assertThat(first).contains("seed 14: hash ");
    assertThat(simulate(folder, "--seed", "14")).isEqualTo(first);
  }

  @Test
  void anotherSeedIsAnotherRun() {
    assertThat(run(1).events().hash()).isNotEqualTo(run(2).events().hash());
  }

  private static Outcome run(long seed) {
    return new ClusterSimulator().run(Plan.whole(seed), line -> {});
  }
}
