package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Scenarios about blobs that readers find missing on a replica. */
final class RepairScenarios {
  private static final int MANY = 30;

  /** A blob of this age that a reader does not find is no longer assumed to be in transit. */
  private static final Duration OLD = Duration.ofSeconds(11);

  /** Time in which hints are processed. */
  private static final Duration REPAIRED = Duration.ofSeconds(30);

  /** Enough reads that each of three replicas is asked first. */
  private static final int READS = 15;

  private static final Duration LOOK = Duration.ofMillis(500);

  private RepairScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "a blob that a reader did not find on a replica is repaired before any comparison",
            List.of("a replica that lacks a blob gets no hint", "hints are not processed"),
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
      throw new Finding(lacking + " lack blobs that readers asked them for");
    }
    stage.heal();
  }

  private static void requireLacking(Stage stage, List<KeptBlob> blobs) {
    if (!lacking(stage, blobs).equals(Set.of("node-" + TurnedBack.MACHINE))) {
      throw new Finding("the old store was detected without a reader");
    }
  }

  private static Set<String> lacking(Stage stage, List<KeptBlob> blobs) {
    return TurnedBack.lacking(stage, LOOK, blobs);
  }
}
