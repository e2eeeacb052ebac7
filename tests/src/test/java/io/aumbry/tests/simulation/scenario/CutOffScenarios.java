package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.engine.Finding;
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

  /** Less than half of the records that were put during the cut arrive in this time. */
  private static final Duration HALF = Duration.ofSeconds(4);

  /** All of these records arrive in this time. */
  private static final Duration PACED = Duration.ofSeconds(MUCH * GeoScenarios.BIG / RATE + 5);

  /** Frontends no longer remember a delete after this time. */
  private static final Duration FORGOTTEN = Duration.ofSeconds(70);

  private CutOffScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "the newest records come first, then new ones, and the oldest last",
            List.of(
                "the oldest records always come first",
                "new records wait for old ones",
                "a head range is acknowledged",
                "a head range counts as all earlier records"),
            newestFirst(),
            CutOffScenarios::newest),
        new Scenario(
            "missing records come at the configured rate",
            List.of("each answer is charged for all remaining bytes"),
            GeoScenarios.inTwo().withRemoteRate(RATE),
            CutOffScenarios::paced),
        new Scenario(
            "half of the missing records never count as all, after a change of leader or store",
            List.of("a head range is saved as a token"),
            newestFirst(),
            CutOffScenarios::newestHalf),
        new Scenario(
            "two data centres get the newest records of each other at the same time",
            List.of("records that came from here restart the head range"),
            GeoScenarios.inTwo().newestFirst(1).withRemoteRate(RATE),
            CutOffScenarios::bothBehind),
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

  /** Slow enough that a scenario can act before all records have arrived. */
  private static ClusterPlan newestFirst() {
    return GeoScenarios.inTwo().newestFirst(2 * GeoScenarios.BIG).withRemoteRate(RATE);
  }

  /** Puts many blobs during a cut, after which the second data centre has only the newest. */
  private static List<KeptBlob> halfMissing(Stage stage) {
    stage.pass(GeoScenarios.TOLD);
    stage.cluster().sites().isolate(GeoScenarios.SECOND);
    List<KeptBlob> blobs = stage.put(MUCH, GeoScenarios.BIG);
    stage.cluster().sites().rejoin(GeoScenarios.SECOND);
    stage.pass(HALF);
    GeoScenarios.requireOnAll(stage, blobs.subList(MUCH - FEW, MUCH), _ -> true);
    requireOnNone(stage, blobs.subList(FEW, 2 * FEW));
    return blobs;
  }

  private static void newest(Stage stage) {
    List<KeptBlob> blobs = halfMissing(stage);
    List<KeptBlob> more = stage.put(FEW, GeoScenarios.BIG);
    stage.pass(SOON);
    GeoScenarios.requireOnAll(stage, more, _ -> true);
    requireOnNone(stage, blobs.subList(FEW, 2 * FEW));
    stage.pass(GeoScenarios.REPLICATED.multipliedBy(2));
    GeoScenarios.requireOnAll(stage, blobs, _ -> true);
    stage.heal();
  }

  /**
   * Each leader appends the records of the other one, so its own store grows by records that the
   * other leader already has.
   */
  private static void bothBehind(Stage stage) {
    stage.pass(GeoScenarios.TOLD);
    stage.cluster().sites().isolate(GeoScenarios.SECOND);
    List<KeptBlob> here = stage.put(MUCH, GeoScenarios.BIG);
    stage.turnTo(1);
    List<KeptBlob> there = stage.put(MUCH, GeoScenarios.BIG);
    stage.cluster().sites().rejoin(GeoScenarios.SECOND);
    stage.pass(PACED);
    GeoScenarios.requireOnAll(stage, here, _ -> true);
    GeoScenarios.requireOnAll(stage, there, _ -> true);
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

  /** Not used for the first blobs, because a pull that waits during the cut may bring them. */
  private static void requireOnNone(Stage stage, List<KeptBlob> blobs) {
    stage.look(replica -> {
      if (replica.machine().dataCenter() == GeoScenarios.SECOND
          && blobs.stream().anyMatch(blob -> Alone.isThere(replica, blob))) {
        throw new Finding(replica.node() + " already has the oldest blobs");
      }
    });
  }

  /**
   * Restarts each node of the second data centre, and gives each machine of the first one new
   * disks.
   */
  private static void newestHalf(Stage stage) {
    List<KeptBlob> blobs = halfMissing(stage);
    GeoScenarios.each(
        stage,
        GeoScenarios.SECOND,
        machine -> {
          stage.cluster().kill(machine);
          stage.pass(SOON);
          stage.cluster().start(machine);
          stage.pass(SOON);
        });
    stage.heal();
    GeoScenarios.requireOnAll(stage, blobs, _ -> true);
    for (int machine : stage.cluster().machinesOf(GeoScenarios.FIRST)) {
      blobs.addAll(halfMissing(stage));
      stage.cluster().kill(machine);
      stage.cluster().replaceDisks(machine);
      stage.cluster().start(machine);
      stage.pass(GeoScenarios.SESSION);
      stage.heal();
      GeoScenarios.requireOnAll(stage, blobs, _ -> true);
    }
  }
}
