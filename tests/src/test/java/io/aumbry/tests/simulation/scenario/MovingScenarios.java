package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.ClusterPlan.Shape;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.List;

/**
 * Scenarios about replicas that missed a change while another replica is built or moves from node-0
 * to node-3.
 */
final class MovingScenarios {
  private static final int BIG = 4_000;
  private static final int MANY = 100;
  private static final int FEW = 5;
  private static final Duration MOMENT = Duration.ofMillis(200);
  private static final Duration BUILT = Duration.ofSeconds(3);

  /** Four machines, one partition, two frontends. */
  private static final Shape SHAPE = new Shape(4, 1, 1, 3, 2);

  /** Longer than deletes are remembered. */
  private static final Duration DAYS = Duration.ofDays(3);

  /** Time in which machines that are switched on serve. */
  private static final Duration SERVING = Duration.ofSeconds(40);

  private MovingScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "a replica that missed an undelete and one rebuilt from it cannot end the blob",
            List.of("a replica that bootstraps vouches for a delete"),
            ClusterPlan.scripted().with(SHAPE),
            MovingScenarios::heir),
        new Scenario(
            "replicas that missed an undelete cannot end the blob, even if the frontend that undeleted it"
                + " did not know one of them",
            List.of("a delete during a move needs only the usual quorum"),
            ClusterPlan.scripted().with(SHAPE),
            MovingScenarios::unknown),
        new Scenario(
            "a replica outside the view may have a blob that another one denies",
            List.of("an unknown replica does not count"),
            ClusterPlan.scripted().with(SHAPE),
            MovingScenarios::notInView),
        new Scenario(
            "records that a new replica had no room for come when it has room",
            List.of("a rejected bulk copy counts as received"),
            ClusterPlan.scripted().withStretchesFrom(1),
            MovingScenarios::noRoom),
        new Scenario(
            "a move that a power cut of days interrupted ends afterwards",
            List.of("a replica in doubt does not pull while it leaves"),
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
   * The replica of node-0 has a record that no other has, and waits for the others to confirm it.
   * Then all machines lose power for longer than deletes are remembered, and no horizon tells it
   * whether it is outdated.
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

  /** The new replica gets the records by bulk copy. */
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

  /** node-1 has missed the undelete. node-0 has a new disk and is rebuilt from node-1 alone. */
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

  /**
   * The new replica is complete, node-0 cannot be told to leave, and the view of frontend-0 is old.
   */
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
      throw new Finding(blob + " was deleted by replicas that did not know its undelete");
    }
  }
}
