package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.ClusterPlan.Shape;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.List;

/**
 * What replicas say that missed something while another one is built, or moves from node-0 to
 * node-3. Seed 2999 was of this kind.
 */
final class MovingScenarios {
  private static final int BIG = 4_000;
  private static final int MANY = 100;
  private static final int FEW = 5;
  private static final Duration MOMENT = Duration.ofMillis(200);
  private static final Duration BUILT = Duration.ofSeconds(3);

  /** Four machines, one partition, two frontends. */
  private static final Shape SHAPE = new Shape(4, 1, 1, 3, 2);

  /** Longer than deletes are known. */
  private static final Duration DAYS = Duration.ofDays(3);

  /** In which machines that are switched on serve. */
  private static final Duration SERVING = Duration.ofSeconds(40);

  private MovingScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "who missed an undelete does not end the blob with one that has it anew from there",
            List.of("a replica that bootstraps vouches for a delete"),
            ClusterPlan.scripted().with(SHAPE),
            MovingScenarios::heir),
        new Scenario(
            "who missed an undelete does not end the blob with one that whoever undeleted it did"
                + " not know",
            List.of("a delete while a replica moves asks as few as at rest"),
            ClusterPlan.scripted().with(SHAPE),
            MovingScenarios::unknown),
        new Scenario(
            "a replica that is not in a view may have what another one does not find",
            List.of("a replica that is not known of does not count"),
            ClusterPlan.scripted().with(SHAPE),
            MovingScenarios::notInView),
        new Scenario(
            "what a new replica had no room for comes when it has",
            List.of("a stretch counts as had though it was not taken"),
            ClusterPlan.scripted().withStretchesFrom(1),
            MovingScenarios::noRoom),
        new Scenario(
            "a move that all machines slept through for days ends when they are back",
            List.of("a replica in doubt that leaves asks nobody"),
            ClusterPlan.scripted().with(SHAPE),
            MovingScenarios::sleptThrough));
  }

  /** node-0 has missed the blob, frontend-0 does not know of node-2, and node-1 is off. */
  private static void notInView(Stage stage) {
    List<String> missed = List.of("node-0");
    stage.part(missed, List.of("node-1", "node-2", "frontend-0"));
    List<KeptBlob> blobs = stage.put(1, BIG);
    stage.join(missed, List.of("frontend-0"));
    stage.cluster().hide("frontend-0", "node-2");
    stage.cluster().kill(1);
    stage.tryGet(blobs);
    stage.cluster().start(1);
    stage.cluster().hide("frontend-0", "");
    stage.join(missed, List.of("node-1", "node-2"));
    stage.heal();
  }

  /**
   * The replica of node-0 has a record that no other one has, and waits for them to confirm it when
   * all lose power for longer than deletes are known. No horizon tells it how it stands then.
   */
  private static void sleptThrough(Stage stage) {
    List<String> others = List.of("node-1", "node-2", "node-3");
    stage.put(FEW, BIG);
    stage.cluster().loseSession(0);
    stage.cluster().move(0, 0);
    stage.pass(BUILT);
    stage.part(others, List.of("node-0", "frontend-0"));
    stage.tryPut(BIG);
    stage.join(others, List.of("frontend-0"));
    stage.cluster().renewSession(0);
    stage.pass(BUILT);
    stage.night(DAYS, 1, 2, 3);
    stage.pass(SERVING);
    stage.cluster().coordinators().loseHorizons();
    stage.cluster().coordinators().refuseHorizons(true);
    stage.join(others, List.of("node-0"));
    stage.cluster().start(0);
    stage.settle();
    stage.cluster().coordinators().refuseHorizons(false);
    stage.heal();
  }

  /** Of what comes as stretches of its peers' logs. */
  private static void noRoom(Stage stage) {
    stage.put(MANY, BIG);
    stage.cluster().kill(2);
    stage.cluster().replaceDisks(2);
    stage.cluster().start(2);
    stage.cluster().fill(2, 0, ClusterPlan.RESERVE + (long) MANY * BIG / 2);
    stage.pass(BUILT);
    stage.cluster().fill(2, 0, ClusterPlan.RESERVE + 10L * MANY * BIG);
    stage.heal();
  }

  /** The disk of node-0 is new, and has got from node-1 alone what that has of the blob. */
  private static void heir(Stage stage) {
    KeptBlob blob = deleted(stage);
    stage.part(List.of("node-1"), List.of("node-0", "node-2", "frontend-0"));
    stage.undelete(blob);
    stage.cluster().kill(0);
    stage.cluster().replaceDisks(0);
    stage.join(List.of("node-1"), List.of("node-0"));
    stage.part(List.of("node-2"), List.of("node-0", "frontend-1"));
    stage.cluster().start(0);
    stage.pass(BUILT);
    requireRefused(stage, blob);
    stage.join(List.of("node-1"), List.of("node-2", "frontend-0"));
    stage.join(List.of("node-2"), List.of("node-0", "frontend-1"));
    stage.heal();
  }

  /** The new replica is complete, node-0 cannot be told to leave, and frontend-0 is late. */
  private static void unknown(Stage stage) {
    stage.cluster().holdView("frontend-0");
    stage.cluster().loseSession(0);
    stage.cluster().move(0, 0);
    stage.pass(BUILT);
    KeptBlob blob = deleted(stage);
    stage.part(List.of("node-2", "node-3"), List.of("node-0", "node-1", "frontend-0"));
    stage.undelete(blob);
    stage.part(List.of("node-0", "node-1"), List.of("frontend-1"));
    requireRefused(stage, blob);
    stage.join(List.of("node-0", "node-1"), List.of("frontend-1"));
    stage.join(List.of("node-2", "node-3"), List.of("node-0", "node-1", "frontend-0"));
    stage.cluster().showView("frontend-0");
    stage.cluster().renewSession(0);
    stage.heal();
  }

  private static KeptBlob deleted(Stage stage) {
    KeptBlob blob = stage.put(1, BIG).getFirst();
    stage.delete(List.of(blob));
    stage.pass(MOMENT);
    return blob;
  }

  private static void requireRefused(Stage stage, KeptBlob blob) {
    stage.turnTo(1);
    if (stage.tryDelete(blob)) {
      throw new Finding(blob + " was ended by those who did not know that it lives");
    }
  }
}
