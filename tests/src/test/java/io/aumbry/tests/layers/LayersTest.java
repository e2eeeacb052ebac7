package io.aumbry.tests.layers;

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

/** Holds the product, all of its modules and none of its tests, to the layer rules. */
final class LayersTest {
  private static final String ROOT = "io.aumbry";

  /** Its threads and time-outs belong to Helix and ZooKeeper, and no simulation runs them. */
  private static final String HELIX = "cluster";

  /** Load comes at the pace of real time; it is no part of what a simulation runs. */
  private static final String LOAD_PACER = "deploy.bench.load.SystemPacer";

  /** What our transport is compared with is Netty as it comes; nothing of it serves anyone. */
  private static final String COMPARED = "deploy.bench.network.multiplex";

  private static final String SYSTEM_TIME = "protocol.runtime.SystemTime";
  private static final String SYSTEM_RANDOM = "protocol.runtime.SystemRandom";
  private static final String LOOP_THREADS = "transport.loop.LoopThreads";

  private static final JavaClasses PRODUCT =
      new ClassFileImporter().withImportOption(location -> !isTest(location)).importPackages(ROOT);

  private final Rules rules = new Rules(ROOT);

  @Test
  void everyModuleIsSeen() {
    Set<Module> seen =
        PRODUCT.stream()
            .map(Module::byOrigin)
            .flatMap(Optional::stream)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Module.class)));
    assertThat(seen)
        .containsAll(Arrays.stream(Module.values()).filter(m -> m != Module.TESTS).toList());
  }

  @Test
  void packagesBelongToOneModule() {
    rules.packagesBelongToOneModule(Module::byOrigin).check(PRODUCT);
  }

  @Test
  void importsFollowTheArrows() {
    rules.importsFollowTheArrows().check(PRODUCT);
  }

  @Test
  void packagesHaveNoCycles() {
    rules.packagesHaveNoCycles().check(PRODUCT);
  }

  @Test
  void onlyTransportKnowsNetty() {
    rules.onlyTransportKnowsNetty(COMPARED).check(PRODUCT);
  }

  @Test
  void onlyClusterManagerKnowsHelix() {
    rules.onlyClusterManagerKnowsHelix().check(PRODUCT);
  }

  @Test
  void protocolIsPlainJava() {
    rules.protocolIsPlainJava().check(PRODUCT);
  }

  @Test
  void signaturesHaveNoFutures() {
    rules.signaturesHaveNoFutures().check(PRODUCT);
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
  void nobodyWaitsForTimeToPass() {
    rules.exceptIn(Forbidden.TIMED_WAIT, SYSTEM_TIME, HELIX, LOAD_PACER).check(PRODUCT);
  }

  @Test
  void onlyLoopThreadsOpensWhatIsClosed() {
    rules.exceptIn(Forbidden.SET_ACCESSIBLE, LOOP_THREADS).check(PRODUCT);
  }

  private static boolean isTest(Location location) {
    return location.contains("/test-classes/") || location.contains("-tests.jar");
  }
}
