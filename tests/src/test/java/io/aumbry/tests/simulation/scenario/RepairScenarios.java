package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What readers find lacking, and what comes of it. */
final class RepairScenarios {
  private static final int MANY = 30;

  /** After which what a reader does not find is no longer taken to be on its way. */
  private static final Duration OLD = Duration.ofSeconds(11);

  /** In which hints are looked into. */
  private static final Duration REPAIRED = Duration.ofSeconds(30);

  /** In which each of three replicas is asked first. */
  private static final int READS = 15;

  private static final Duration LOOK = Duration.ofMillis(500);

  private RepairScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "what a reader did not find on one replica is had from another, before any comparison",
            List.of("who lacks a blob is not told", "a hint is not looked into"),
            ClusterPlan.scripted(),
            RepairScenarios::readers));
  }

  private static void readers(Stage stage) {
    List<KeptBlob> blobs = TurnedBack.turnBack(stage, MANY);
    requireLacking(stage, blobs);
    stage.pass(OLD);
    for (int i = 0; i < READS; i++) {
      stage.tryGet(blobs);
    }
    stage.pass(REPAIRED);
    Set<String> lacking = lacking(stage, blobs);
    if (!lacking.isEmpty()) {
      throw new Finding(lacking + " lack what readers have asked them for");
    }
    stage.heal();
  }

  private static void requireLacking(Stage stage, List<KeptBlob> blobs) {
    if (!lacking(stage, blobs).equals(Set.of("node-" + TurnedBack.MACHINE))) {
      throw new Finding("the store of before was found out without a reader");
    }
  }

  private static Set<String> lacking(Stage stage, List<KeptBlob> blobs) {
    return TurnedBack.lacking(stage, LOOK, blobs);
  }
}
