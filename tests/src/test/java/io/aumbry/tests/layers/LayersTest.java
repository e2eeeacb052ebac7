package io.aumbry.tests.layers;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Applies the layer rules to all modules. Rules about libraries and time apply only to the product,
 * which excludes the benchmarks.
 */
final class LayersTest {
  private static final String ROOT = "io.aumbry";

  /** Helix and ZooKeeper have their own threads and time-outs, and no simulation runs them. */
  private static final String HELIX = "cluster";

  /** Besides package-info.java. */
  private static final int FILES_OF_A_PACKAGE = 24;

  /** Top-level classes that may depend on each other, for example a sealed type and its users. */
  private static final int CLASSES_OF_A_CYCLE = 6;

  private static final String SYSTEM_TIME = "protocol.runtime.SystemTime";
  private static final String SYSTEM_RANDOM = "protocol.runtime.SystemRandom";
  private static final String LOOP_THREADS = "transport.loop.LoopThreads";

  private static final JavaClasses MODULES =
      new ClassFileImporter().withImportOption(location -> !isTest(location)).importPackages(ROOT);

  private static final JavaClasses PRODUCT =
      MODULES.that(
          describe(
              "belong to the product",
              type -> Module.byPackage(ROOT, type).filter(m -> m == Module.BENCH).isEmpty()));

  private final Rules rules = new Rules(ROOT);

  @Test
  void everyModuleIsSeen() {
    Set<Module> seen =
        MODULES.stream()
            .map(Module::byOrigin)
            .flatMap(Optional::stream)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Module.class)));
    assertThat(seen)
        .containsAll(Arrays.stream(Module.values()).filter(m -> m != Module.TESTS).toList());
  }

  @Test
  void packagesBelongToOneModule() {
    rules.packagesBelongToOneModule(Module::byOrigin).check(MODULES);
  }

  @Test
  void importsFollowTheArrows() {
    rules.importsFollowTheArrows().check(MODULES);
  }

  @Test
  void packagesHaveNoCycles() {
    rules.packagesHaveNoCycles().check(MODULES);
  }

  @Test
  void classesHaveOnlySmallCycles() {
    rules.classCyclesHaveAtMost(CLASSES_OF_A_CYCLE, Set.of()).check(MODULES);
  }

  @Test
  void packagesAreSmall() {
    rules.packagesHaveAtMost(FILES_OF_A_PACKAGE).check(MODULES);
  }

  @Test
  void noTypeNameOccursTwice() {
    rules.topLevelNamesAreUnique().check(MODULES);
  }

  @Test
  void onlyTransportKnowsNetty() {
    rules.onlyTransportKnowsNetty().check(PRODUCT);
  }

  @Test
  void onlyClusterManagerKnowsHelix() {
    rules.onlyClusterManagerKnowsHelix().check(MODULES);
  }

  @Test
  void signaturesKnowNoHttp() {
    rules.signaturesKnowNoHttp().check(PRODUCT);
  }

  @Test
  void onlyCatalogKnowsSql() {
    rules.onlyCatalogKnowsSql().check(PRODUCT);
  }

  @Test
  void onlyConfigKnowsTheJsonMapper() {
    rules.onlyConfigKnowsTheJsonMapper().check(MODULES);
  }

  @Test
  void configAndProtocolArePlainJava() {
    rules.configAndProtocolArePlainJava().check(PRODUCT);
  }

  @Test
  void signaturesHaveNoFutures() {
    rules.signaturesHaveNoFutures().check(MODULES);
  }

  @Test
  void timeComesFromSystemTimeOnly() {
    rules.exceptIn(Forbidden.CLOCK, SYSTEM_TIME).check(PRODUCT);
  }

  @Test
  void chanceComesFromSystemRandomOnly() {
    rules.exceptIn(Forbidden.CHANCE, SYSTEM_RANDOM).check(PRODUCT);
  }

  @Test
  void timedWaitsAreOnlyInSystemTimeAndTheClusterManager() {
    rules.exceptIn(Forbidden.TIMED_WAIT, SYSTEM_TIME, HELIX).check(PRODUCT);
  }

  @Test
  void onlyLoopThreadsUsesSetAccessible() {
    rules.exceptIn(Forbidden.SET_ACCESSIBLE, LOOP_THREADS).check(PRODUCT);
  }

  private static boolean isTest(Location location) {
    return location.contains("/test-classes/") || location.contains("-tests.jar");
  }
}
