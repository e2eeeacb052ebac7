package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.List;

/** Scenarios after a cut between two data centres, with the machines of {@link GeoScenarios}. */
final class CutOffScenarios {
  private static final Duration SOON = Duration.ofSeconds(3);
  private static final int RATE = 64 << 10;
  private static final int FEW = 5;
  private static final int MUCH = 200;

  /** All of these records arrive in this time. */
  private static final Duration PACED = Duration.ofSeconds(MUCH * GeoScenarios.BIG / RATE + 5);

  /** Frontends no longer remember a delete after this time. */
  private static final Duration FORGOTTEN = Duration.ofSeconds(70);

  private CutOffScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "missing records come at the configured rate",
            List.of("each answer is charged for all remaining bytes"),
            GeoScenarios.inTwo().withRemoteRate(RATE),
            CutOffScenarios::paced),
        new Scenario(
            "a frontend remembers its deletes for a minute when its data centre loses power",
            List.of("replicas that missed a delete are believed"),
            GeoScenarios.inTwo(),
            CutOffScenarios::deletedBeforePowerLoss));
  }

  /**
   * The data centre that has the deletes loses power before the other one gets them. Its frontend
   * reads from the other one. It returns no deleted blob for a minute, and may do so later.
   */
  private static void deletedBeforePowerLoss(Stage stage) {
    List<KeptBlob> blobs = stage.put(FEW, GeoScenarios.BIG);
    stage.pass(GeoScenarios.REPLICATED);
    stage.cluster().sites().isolate(GeoScenarios.SECOND);
    stage.delete(blobs);
    GeoScenarios.each(stage, GeoScenarios.FIRST, machine -> stage.cluster().cutPower(machine));
    stage.cluster().sites().rejoin(GeoScenarios.SECOND);
    stage.pass(SOON);
    stage.getAll();
    stage.pass(FORGOTTEN);
    stage.getAll();
    GeoScenarios.each(stage, GeoScenarios.FIRST, machine -> stage.cluster().start(machine));
    stage.heal();
  }

  private static void paced(Stage stage) {
    stage.pass(GeoScenarios.TOLD);
    stage.cluster().sites().isolate(GeoScenarios.SECOND);
    List<KeptBlob> blobs = stage.put(MUCH, GeoScenarios.BIG);
    stage.cluster().sites().rejoin(GeoScenarios.SECOND);
    stage.pass(PACED);
    GeoScenarios.requireOnAll(stage, blobs, _ -> true);
    stage.heal();
  }
}
