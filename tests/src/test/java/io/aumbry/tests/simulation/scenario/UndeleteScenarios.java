package io.aumbry.tests.simulation.scenario;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.PlacedReplica;
import io.aumbry.tests.simulation.cluster.SimulatedFrontend;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Scenarios about undeletes that a replica has missed for longer than deletes are remembered, or
 * that follow a delete with a wrong date. Machines 0 to 2 and frontend 0 belong to the first data
 * centre, machines 3 to 5 and frontend 1 to the second.
 */
final class UndeleteScenarios {
  private static final int BIG = 4_000;
  private static final int BLOBS = 1;
  private static final int SITE = 3;
  private static final Duration REPLICATED = Duration.ofSeconds(5);

  /** Short enough that the blob can still be undeleted. */
  private static final Duration SOON = Duration.ofSeconds(2);

  private static final Duration TOLD = Duration.ofSeconds(25);

  /** The age at which deletes may be forgotten. */
  private static final Duration DAYS = Duration.ofDays(3);

  private static final Duration MONTHS = Duration.ofDays(90);

  /** A retention that exceeds the difference of clocks that nodes allow. */
  private static final Duration RETENTION = Duration.ofHours(3);

  private static final Duration COMPACTED = Duration.ofSeconds(12);

  /** Blobs that fill log files. */
  private static final int FILES = 40;

  private UndeleteScenarios() {}

  static List<Scenario> all() {
    ClusterPlan one = ClusterPlan.scripted();
    return List.of(
        new Scenario(
            "a replica that missed an undelete for days gives its peers the bytes",
            List.of("deleted blobs are withheld by the local clock"),
            one.with(one.shape().times(2)),
            UndeleteScenarios::missed),
        new Scenario(
            "a delete by a frontend whose clock is months behind can be undone",
            List.of("a node believes a frontend that a delete is old"),
            UndeleteScenarios::clockBehind));
  }

  /** The three nodes date the delete by their own clocks, which differ, and agree on a date. */
  private static void clockBehind(Stage stage) {
    stage.cluster().machines().forEach(machine -> machine.retainDeleted(RETENTION));
    stage.night(Duration.ZERO, 0, 1, 2);
    stage.settle();
    List<KeptBlob> blobs = stage.put(FILES, BIG);
    deleteWithClockBehind(stage, blobs);
    stage.pass(COMPACTED);
    blobs.forEach(stage::undelete);
    deleteWithClockBehind(stage, blobs);
    stage.heal();
  }

  private static void deleteWithClockBehind(Stage stage, List<KeptBlob> blobs) {
    SimulatedFrontend frontend = stage.cluster().frontends().getFirst();
    frontend.jumpClock(-MONTHS.toMillis());
    stage.delete(blobs);
    frontend.jumpClock(MONTHS.toMillis());
  }

  /** In the first data centre only the leader has the bytes, and it misses the undelete. */
  private static void missed(Stage stage) {
    stage.pass(TOLD);
    String leader = leader(stage);
    List<String> followers = machines(0).filter(node -> !node.equals(leader)).toList();
    List<String> far = machines(SITE).toList();
    stage.turnTo(1);
    stage.part(List.of(leader), followers);
    List<KeptBlob> blobs = stage.put(BLOBS, BIG);
    stage.pass(REPLICATED);
    stage.delete(blobs);
    stage.pass(SOON);
    stage.part(List.of(leader), far);
    stage.part(List.of(leader), List.of("frontend-0", "frontend-1"));
    blobs.forEach(stage::undelete);
    stage.part(followers, far);
    stage.night(DAYS);
    stage.join(List.of(leader), followers);
    IntStream.range(0, 2 * SITE).forEach(stage.cluster()::start);
    stage.settle();
    stage.pass(REPLICATED);
    stage.join(List.of(leader), far);
    stage.join(List.of(leader), List.of("frontend-0", "frontend-1"));
    stage.join(followers, far);
    stage.heal();
  }

  private static Stream<String> machines(int from) {
    return IntStream.range(from, from + SITE).mapToObj(machine -> "node-" + machine);
  }

  private static String leader(Stage stage) {
    return stage.cluster().replicas().stream()
        .filter(replica -> replica.machine() < SITE && replica.state() == ReplicaState.LEADER)
        .map(PlacedReplica::machine)
        .map(machine -> "node-" + machine)
        .findFirst()
        .orElseThrow(() -> new Finding("no replica leads"));
  }
}
