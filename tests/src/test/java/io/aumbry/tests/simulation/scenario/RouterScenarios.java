package io.aumbry.tests.simulation.scenario;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.ClusterPlan.Shape;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Scenarios about replicas that could mislead a frontend. */
final class RouterScenarios {
  private static final int BIG = 4_000;

  /** More blobs than fit into one log file. */
  private static final int MANY = 60;

  /** Size of a blob with several chunks. */
  private static final int LARGE = 200_000;

  private static final List<String> NODES = List.of("node-0", "node-1", "node-2");
  private static final Duration NIGHT = Duration.ofHours(2);
  private static final Duration COMPACTED = Duration.ofSeconds(12);
  private static final Duration MOMENT = Duration.ofSeconds(2);

  /** Time in which all processes have seen that a session has ended. */
  private static final Duration SESSION = Duration.ofSeconds(5);

  private static final int FEW_CHUNKS = 4;
  private static final int LOOKS = 200;
  private static final Duration BETWEEN = Duration.ofMillis(50);

  private RouterScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "a blob that one partition cannot take goes to another with a new id",
            List.of("a put that moved keeps its old id"),
            ClusterPlan.scripted().with(new Shape(4, 1, 2, 3, 1)),
            RouterScenarios::movedPut),
        new Scenario(
            "requests succeed while the nodes of a data centre lose and renew their sessions",
            List.of("nodes that lose their sessions together count as gone"),
            RouterScenarios::sessionsLost),
        new Scenario(
            "an undelete that comes too late is refused as deleted, also by new replicas",
            List.of("a deleted blob without bytes counts as never put"),
            RouterScenarios::askedBackLate),
        new Scenario(
            "a replica that has missed an undelete does not hide the blob",
            List.of("one \"deleted\" is final"),
            ClusterPlan.scripted().with(new Shape(3, 1, 1, 3, 2)),
            RouterScenarios::missedUndelete),
        new Scenario(
            "a replica catches up with a peer that has a new store",
            List.of("a token of another store is accepted"),
            RouterScenarios::newStore),
        new Scenario(
            "bodies wait for memory and stay within its limit",
            List.of("memory for bodies is never used up"),
            ClusterPlan.scripted().withMemoryFor(FEW_CHUNKS),
            RouterScenarios::manyBodies),
        new Scenario(
            "queues of slow disks stay within their limits, and the rest is refused",
            List.of("the queue of a disk is never full"),
            ClusterPlan.scripted().tight(),
            RouterScenarios::slowDisks));
  }

  private static void slowDisks(Stage stage) {
    for (int machine = 0; machine < NODES.size(); machine++) {
      stage.cluster().disk(machine, 0).slow(1000);
    }
    manyBodies(stage);
  }

  private static void manyBodies(Stage stage) {
    stage.beginToPut(2 * FEW_CHUNKS, LARGE);
    for (int look = 0; look < LOOKS; look++) {
      stage.pass(Duration.ofMillis(1));
      stage.cluster().requireWithinLimits(false);
    }
    stage.heal();
  }

  /** Partition 1 is on machines 0 to 2, partition 2 on machines 1 to 3. */
  private static void movedPut(Stage stage) {
    stage.cluster().holdView("frontend-0");
    stage.cluster().kill(0);
    stage.cluster().kill(1);
    stage.put(6, BIG);
    stage.put(2, LARGE);
    stage.cluster().showView("frontend-0");
    stage.cluster().start(0);
    stage.cluster().start(1);
    stage.heal();
  }

  private static void sessionsLost(Stage stage) {
    List<KeptBlob> blobs = stage.put(20, BIG);
    for (int machine = 0; machine < NODES.size(); machine++) {
      stage.cluster().loseSession(machine);
    }
    stage.pass(SESSION);
    stage.put(2, LARGE);
    stage.delete(blobs.subList(0, 10));
    stage.undelete(blobs.getFirst());
    for (int machine = 0; machine < NODES.size(); machine++) {
      stage.cluster().renewSession(machine);
    }
    for (KeptBlob blob : blobs.subList(10, 20)) {
      stage.put(2, BIG);
      stage.delete(List.of(blob));
      stage.getAll();
      stage.pass(BETWEEN);
    }
    stage.heal();
  }

  private static void askedBackLate(Stage stage) {
    KeptBlob blob = stage.put(1, LARGE).getFirst();
    stage.delete(List.of(blob));
    stage.churn(MANY, BIG);
    stage.night(NIGHT, 0, 1, 2);
    stage.settle();
    stage.pass(COMPACTED);
    for (int machine = 0; machine < 2; machine++) {
      stage.cluster().kill(machine);
      stage.cluster().replaceDisks(machine);
      stage.cluster().start(machine);
      stage.pass(MOMENT);
      stage.settle();
    }
    stage.cluster().kill(2);
    stage.pass(MOMENT);
    if (stage.tryUndelete(blob)) {
      throw new Finding("a blob that was deleted two hours ago came back");
    }
    stage.cluster().start(2);
    stage.heal();
  }

  private static void missedUndelete(Stage stage) {
    KeptBlob blob = stage.put(1, BIG).getFirst();
    stage.delete(List.of(blob));
    stage.pass(Duration.ofMillis(200));
    List<String> others = List.of("frontend-0", "node-1", "node-2");
    stage.part(List.of("node-0"), others);
    stage.undelete(blob);
    stage.turnTo(1);
    for (int i = 0; i < 6; i++) {
      stage.getAll();
    }
    stage.join(List.of("node-0"), others);
    stage.heal();
  }

  /**
   * node-0 does not see node-1 for a while. During that time node-1 gets a new disk with fewer
   * records than before. Later it has records that node-0 lacks under numbers that node-0 has seen
   * in the old store.
   */
  private static void newStore(Stage stage) {
    stage.churn(MANY, BIG);
    stage.night(NIGHT, 0, 1, 2);
    stage.settle();
    stage.pass(COMPACTED);
    stage.cluster().hide("node-0", "node-1");
    stage.pass(MOMENT.multipliedBy(3));
    stage.cluster().kill(1);
    stage.cluster().replaceDisks(1);
    stage.cluster().start(1);
    stage.settle();
    stage.pass(MOMENT);
    stage.cluster().kill(0);
    List<KeptBlob> blobs = stage.put(80, BIG);
    stage.cluster().kill(1);
    stage.cluster().start(1);
    stage.pass(MOMENT.multipliedBy(5));
    stage.cluster().kill(2);
    stage.cluster().hide("node-0", "");
    stage.pass(MOMENT.multipliedBy(3));
    stage.cluster().start(0);
    stage.pass(MOMENT.multipliedBy(5));
    List<String> missing = new ArrayList<>();
    stage.look(replica ->
        blobs.stream()
            .filter(blob -> !Alone.isThere(replica, blob))
            .forEach(blob -> missing.add(replica.node() + " lacks " + blob)));
    if (!missing.isEmpty()) {
      throw new Finding(missing.size() + " missing copies: " + missing.getFirst());
    }
    stage.cluster().start(2);
    stage.heal();
  }
}
