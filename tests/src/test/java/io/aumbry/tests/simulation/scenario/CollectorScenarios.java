package io.aumbry.tests.simulation.scenario;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Scenarios about records that compaction must not drop, because another replica may still need
 * them. Each writes enough after the deletes that logs and indexes grow old enough to forget them.
 */
final class CollectorScenarios {
  private static final int BIG = 4_000;

  /** A blob of which a second one does not fit into the room that is left in a file. */
  private static final int MOST_OF_A_FILE = 60_000;

  /** Fills a log file and more than a segment of the index. */
  private static final int FILE = 30;

  /** Longer than deletes are remembered. */
  private static final Duration DAYS = Duration.ofDays(3);

  /** Time in which all processes learn that a machine is gone. */
  private static final Duration SESSION = Duration.ofSeconds(6);

  private static final Duration NIGHT = Duration.ofHours(2);
  private static final Duration COMPACTED = Duration.ofSeconds(12);

  private CollectorScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "deletes are forgotten once all replicas have them",
            List.of("deletes are never forgotten"),
            CollectorScenarios::forgotten),
        new Scenario(
            "compaction drops nothing while the view lacks replicas",
            List.of("an incomplete view allows a drop"),
            CollectorScenarios::partialView),
        new Scenario(
            "a replica that returns after the retention revives no deleted blob",
            List.of("a silent replica counts as having everything"),
            CollectorScenarios::staleReplica),
        new Scenario(
            "a delete that a replica had no room for is not forgotten by the others",
            List.of("deletes are forgotten before all replicas have noted that they are in step"),
            CollectorScenarios::fullPeer),
        new Scenario(
            "compaction keeps records that a missed undelete needs",
            List.of("a replica is in step before all records have arrived"),
            CollectorScenarios::lateUndelete),
        new Scenario(
            "a disk that was away for longer than deletes are remembered revives no deleted blob",
            List.of("the absence of a replica is ignored"),
            CollectorScenarios::diskOfLongAgo));
  }

  private static List<KeptBlob> known(Stage stage, List<KeptBlob> blobs) {
    List<KeptBlob> known = new ArrayList<>();
    stage.look(replica ->
        blobs.stream()
            .filter(blob -> replica.store().look(blob.id(), Alone.context(replica)).isPresent())
            .forEach(known::add));
    return known;
  }

  private static void forgotten(Stage stage) {
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.delete(blobs);
    growOld(stage);
    List<KeptBlob> known = known(stage, blobs);
    if (!known.isEmpty()) {
      throw new Finding(known.size() + " records of long deleted blobs are still there");
    }
    stage.heal();
  }

  /** Waits until all replicas have forgotten all earlier deletes. */
  private static void growOld(Stage stage) {
    for (int day = 0; day < 3; day++) {
      stage.churn(FILE, BIG);
      stage.night(DAYS, 0, 1, 2);
      stage.settle();
      stage.pass(COMPACTED);
    }
  }

  /** The disk comes back after its replacement, which the others waited for, and is older. */
  private static void diskOfLongAgo(Stage stage) {
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.settle();
    stage.cluster().kill(2);
    List<CrashingDisk> stores = stage.cluster().contents().copyStores(2);
    List<CrashingDisk> notes = stage.cluster().contents().copyNotes(2);
    stage.cluster().replaceDisks(2);
    stage.cluster().start(2);
    stage.settle();
    List<KeptBlob> deleted = blobs.subList(0, FILE - 5);
    stage.delete(deleted);
    growOld(stage);
    if (!known(stage, deleted).isEmpty()) {
      throw new Finding("the scenario is void: a delete is still remembered");
    }
    stage.cluster().kill(2);
    stage.cluster().contents().putStores(2, stores);
    stage.cluster().contents().putNotes(2, notes);
    stage.cluster().start(2);
    stage.pass(SESSION.plus(COMPACTED));
    stage.serve();
    if (!stage.cluster().hasErrors(2)) {
      throw new Finding("an outdated store is in use");
    }
    stage.cluster().replaceFailed(2);
    stage.heal();
  }

  private static void partialView(Stage stage) {
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.cluster().kill(2);
    stage.cluster().hide("node-0", "node-2");
    stage.cluster().hide("node-1", "node-2");
    growOldWithoutOne(stage, blobs);
    stage.cluster().hide("node-0", "");
    stage.cluster().hide("node-1", "");
    stage.cluster().start(2);
    stage.heal();
  }

  private static void staleReplica(Stage stage) {
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.cluster().kill(2);
    growOldWithoutOne(stage, blobs);
    stage.cluster().start(2);
    stage.heal();
  }

  private static void growOldWithoutOne(Stage stage, List<KeptBlob> blobs) {
    stage.delete(blobs.subList(0, FILE - 5));
    for (int day = 0; day < 3; day++) {
      stage.churn(FILE, BIG);
      stage.night(DAYS, 0, 1);
      stage.pass(COMPACTED);
    }
  }

  /** The replica has room for deletes, but not for the blobs before them. */
  private static void fullPeer(Stage stage) {
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.cluster().kill(2);
    stage.put(2, MOST_OF_A_FILE);
    stage.delete(blobs.subList(0, FILE - 5));
    for (int day = 0; day < 3; day++) {
      stage.churn(FILE, BIG);
      stage.night(DAYS, 0, 1, 2);
      stage.cluster().fill(2, 0, ClusterPlan.RESERVE / 2);
      stage.pass(COMPACTED.plus(COMPACTED));
      stage.cluster().kill(2);
      stage.pass(SESSION);
    }
    stage.cluster().start(2);
    stage.settle();
    stage.pass(COMPACTED);
    stage.serve();
  }

  /** As {@link #fullPeer}, but the blob is undeleted and the replica misses the undelete. */
  private static void lateUndelete(Stage stage) {
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.churn(FILE, BIG);
    stage.delete(blobs.subList(0, FILE - 5));
    stage.pass(Duration.ofSeconds(1));
    stage.cluster().kill(2);
    stage.put(2, MOST_OF_A_FILE);
    stage.undelete(blobs.getFirst());
    stage.night(NIGHT, 0, 1, 2);
    stage.cluster().fill(2, 0, ClusterPlan.RESERVE - 1);
    stage.pass(COMPACTED.plus(COMPACTED));
    stage.cluster().disk(2, 0).heal();
    stage.heal();
  }
}
