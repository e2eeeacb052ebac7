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
 * What compaction must not drop: not what another replica may still need. Each lets so much be
 * written behind what is deleted that logs and indexes grow old enough to forget it.
 */
final class CollectorScenarios {
  private static final int BIG = 4_000;

  /** Of which a second one needs room that is not taken yet. */
  private static final int MOST_OF_A_FILE = 60_000;

  /** Fills a file of the log, and more than a segment of the index. */
  private static final int FILE = 30;

  /** After which deletes are forgotten. */
  private static final Duration DAYS = Duration.ofDays(3);

  /** In which everyone hears that a machine is gone. */
  private static final Duration SESSION = Duration.ofSeconds(6);

  private static final Duration NIGHT = Duration.ofHours(2);
  private static final Duration COMPACTED = Duration.ofSeconds(12);

  private CollectorScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "what has ended long ago is forgotten when everyone knows",
            List.of("nothing is ever forgotten"),
            CollectorScenarios::forgotten),
        new Scenario(
            "a collector that sees a part of the replicas drops nothing",
            List.of("an incomplete view is enough to drop by"),
            CollectorScenarios::partialView),
        new Scenario(
            "a replica that comes back after retention brings back nothing that was deleted",
            List.of("who was not heard of counts as one that has all"),
            CollectorScenarios::staleReplica),
        new Scenario(
            "a delete that a replica could not take is not forgotten by the others",
            List.of("deletes are forgotten before all have noted that they are in step"),
            CollectorScenarios::fullPeer),
        new Scenario(
            "what an undelete that has not come here needs is not dropped here",
            List.of("in step before all has come"),
            CollectorScenarios::lateUndelete),
        new Scenario(
            "a disk that was away for longer than deletes are known brings nothing back",
            List.of("how long a replica was away does not count"),
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
      throw new Finding(known.size() + " times a blob that is long gone is still known");
    }
    stage.heal();
  }

  /** All replicas forget what has ended before. */
  private static void growOld(Stage stage) {
    for (int day = 0; day < 3; day++) {
      stage.churn(FILE, BIG);
      stage.night(DAYS, 0, 1, 2);
      stage.settle();
      stage.pass(COMPACTED);
    }
  }

  /** Its place was taken by another one, which the others waited for. */
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
      throw new Finding("nothing can come back of what is still known to be deleted");
    }
    stage.cluster().kill(2);
    stage.cluster().contents().putStores(2, stores);
    stage.cluster().contents().putNotes(2, notes);
    stage.cluster().start(2);
    stage.pass(SESSION.plus(COMPACTED));
    stage.serve();
    if (!stage.cluster().hasErrors(2)) {
      throw new Finding("a store of long ago is used");
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

  /** It has room for deletes, but not for the blobs that come before them. */
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

  /** The same, and the blob is undeleted where that is not heard of. */
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
