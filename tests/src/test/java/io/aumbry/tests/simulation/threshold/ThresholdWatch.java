package io.aumbry.tests.simulation.threshold;

import io.aumbry.tests.simulation.instrument.CodeWatch;
import io.aumbry.tests.simulation.instrument.Coverage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Watches the code behind all thresholds of {@link Thresholds} in this JVM. It needs instrumented
 * classes and their sources, and watches nothing without them.
 */
public final class ThresholdWatch {
  /** Crossed by a run in which a loss of power took acknowledged changes. */
  public static final String LOST_CHANGES = "a loss of power takes acknowledged unsynced changes";

  private static final ThresholdWatch ONE = ofThisJvm();

  private final Map<String, List<Integer>> probes;

  private ThresholdWatch(Map<String, List<Integer>> probes) {
    this.probes = probes;
  }

  /** Starts to watch, once for the JVM. */
  public static ThresholdWatch begin() {
    return ONE;
  }

  private static ThresholdWatch ofThisJvm() {
    Map<String, List<Integer>> probes = new LinkedHashMap<>();
    Optional<Path> root = root();
    if (Coverage.isOn() && root.isPresent()) {
      Coverage coverage = Coverage.ofThisJvm();
      for (Threshold each : Thresholds.all()) {
        probes(each, root.get(), coverage).ifPresent(found -> probes.put(each.name(), found));
      }
      probes.values().forEach(Coverage::watch);
    }
    return new ThresholdWatch(probes);
  }

  /**
   * Returns the root folder of the sources: this folder, or its parent when tests run in their
   * module.
   */
  private static Optional<Path> root() {
    return Stream.of(System.getProperty("aumbry.root", "."), "..")
        .map(Path::of)
        .filter(root -> Files.isDirectory(root.resolve("store/src/main/java")))
        .findFirst();
  }

  /**
   * Returns empty if the code has moved, for example by a sabotage. {@code ThresholdsTest} reports
   * that in every build.
   */
  private static Optional<List<Integer>> probes(Threshold of, Path root, Coverage coverage) {
    try {
      List<Integer> found = coverage.leadingTo(of.binaryName(), of.line(root));
      return found.isEmpty() ? Optional.empty() : Optional.of(found);
    } catch (IOException | IllegalStateException e) {
      return Optional.empty();
    }
  }

  public List<String> unwatched() {
    return Thresholds.all().stream()
        .map(Threshold::name)
        .filter(name -> !probes.containsKey(name))
        .toList();
  }

  public Set<String> crossed(CodeWatch run) {
    Set<String> crossed = new TreeSet<>();
    probes.forEach((name, found) -> {
      if (found.stream().anyMatch(run::hasReached)) {
        crossed.add(name);
      }
    });
    return crossed;
  }

  public static List<String> names() {
    return Stream.of(
            Thresholds.all().stream().map(Threshold::name).toList(),
            StoreFiles.thresholds(),
            List.of(LOST_CHANGES))
        .flatMap(List::stream)
        .toList();
  }
}
