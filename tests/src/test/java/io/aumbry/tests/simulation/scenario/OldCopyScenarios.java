package io.aumbry.tests.simulation.scenario;

import io.aumbry.server.compaction.CompactionConfig;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.CoordinatorData;
import io.aumbry.tests.simulation.cluster.OpenReplica;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.Upkeep;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Scenarios about disks that return after the cluster has forgotten deletes that they missed, while
 * the replicas that know better are down. No deleted blob may become readable again.
 */
final class OldCopyScenarios {
  private static final int BIG = 4_000;

  /** Blobs that fill a log file and more than a segment of the index. */
  private static final int FILE = 30;

  private static final int DELETED = 25;

  /** Blobs with more records than are written until deletes are forgotten. */
  private static final int LOST = 250;

  /** In bytes. */
  private static final int SMALL = 100;

  /** The age at which compaction forgets a delete. */
  private static final Duration DAYS = Duration.ofDays(3);

  private static final Duration YEAR = Duration.ofDays(365);
  private static final Duration HALF_A_DAY = Duration.ofHours(12);

  /** Half a day and two of these are just enough to forget a delete. */
  private static final Duration NEARLY_A_DAY = Duration.ofHours(20);

  private static final Duration HOURS = Duration.ofHours(2);

  private static final Duration COMPACTED = Duration.ofSeconds(12);

  /** Time for which the replica that has forgotten the deletes is down. */
  private static final Duration DOWN = Duration.ofSeconds(30);

  private static final Duration COMPACTS = Duration.ofSeconds(3);
  private static final long COMPACTION_RATE = 32L << 20;

  /** Interval of reading the recorded forget horizons. */
  private static final Duration HORIZON_CHECK = Duration.ofSeconds(2);

  private static final int SECOND_SITE = 2;

  /** Interval of compaction, long enough that replicas compact at very different times. */
  private static final Duration RARELY = Duration.ofSeconds(20);

  private OldCopyScenarios() {}

  private static ClusterPlan inTwo() {
    ClusterPlan one = ClusterPlan.scripted();
    return one.with(one.shape().times(2));
  }

  static List<Scenario> all() {
    return Stream.of(vouchers(), horizons(), olderStores(), dataCenters())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Scenario> vouchers() {
    return List.of(
        new Scenario(
            "an empty replica does not vouch for one that has missed deletes",
            List.of("the recorded horizon outdates nothing"),
            stage -> emptyVoucher(stage, () -> {})),
        new Scenario(
            "an empty replica does not vouch without a recorded horizon either",
            List.of("an incomplete replica vouches for an outdated one"),
            stage -> emptyVoucher(stage, stage.cluster().coordinators()::loseHorizons)),
        new Scenario(
            "a longer retention lets no replica back that has missed deletes",
            List.of("a reader judges forgotten deletes by its own retention"),
            stage -> emptyVoucher(stage, () -> retainLonger(stage))),
        new Scenario(
            "two old copies do not vouch for each other while the current replica is down",
            List.of("the recorded horizon outdates nothing"),
            stage -> twoOldCopies(stage, () -> {})),
        new Scenario(
            "two old copies do not vouch for each other without a recorded horizon either",
            List.of("a replica in doubt vouches for another one"),
            stage -> twoOldCopies(stage, stage.cluster().coordinators()::loseHorizons)));
  }

  private static List<Scenario> horizons() {
    return List.of(
        new Scenario(
            "no delete is forgotten before its horizon is recorded, and everything else continues",
            List.of("deletes are forgotten before their horizon is recorded"),
            OldCopyScenarios::notRecorded),
        new Scenario(
            "a replica that compacts after its peers records no horizon that outdates it",
            List.of("a replica records a horizon that outdates it"),
            ClusterPlan.scripted().with(new CompactionConfig(RARELY, COMPACTION_RATE)),
            OldCopyScenarios::compactsLast),
        new Scenario(
            "a horizon that was restored from a backup is raised again while a replica is down",
            List.of("a horizon that was lost is not recorded again"),
            ClusterPlan.scripted()
                .with(new CompactionConfig(COMPACTS, COMPACTION_RATE, HORIZON_CHECK)),
            OldCopyScenarios::restoredRecord));
  }

  private static List<Scenario> olderStores() {
    return List.of(
        new Scenario(
            "an older store beside current notes detects its loss and catches up",
            List.of("the last record noted beside the tokens is not compared"),
            OldCopyScenarios::olderStore),
        new Scenario(
            "an older store from before an earlier loss detects its loss and catches up",
            List.of("an older copy does not miss the openings that it lacks"),
            ClusterPlan.scripted().with(Upkeep.rebuilding()),
            OldCopyScenarios::olderStoreFromBeforeALoss),
        new Scenario(
            "an older store from before an earlier loss revives no deleted blob",
            List.of("an older copy is in step as its note says"),
            ClusterPlan.scripted().with(Upkeep.rebuilding()),
            OldCopyScenarios::olderStoreWithDeletedBlobs));
  }

  private static List<Scenario> dataCenters() {
    return List.of(
        new Scenario(
            "a data centre that returns after a long removal revives no deleted blob",
            List.of("the absence of a replica is ignored"),
            inTwo(),
            OldCopyScenarios::removedSite),
        new Scenario(
            "a replica that was built while a data centre was cut off revives no deleted blob",
            List.of("a new replica is in step from its opening on"),
            inTwo(),
            OldCopyScenarios::builtDuringACut));
  }

  /** Copies of the disks of a machine. */
  private record OldDisks(List<CrashingDisk> stores, List<CrashingDisk> notes) {
    /** Copies the disks of a running machine, and gives it new ones. */
    static OldDisks exchange(Stage stage, int machine) {
      SimulatedCluster cluster = stage.cluster();
      cluster.kill(machine);
      OldDisks old =
          new OldDisks(
              cluster.contents().copyStores(machine), cluster.contents().copyNotes(machine));
      cluster.replaceDisks(machine);
      cluster.start(machine);
      stage.settle();
      return old;
    }

    void putBack(Stage stage, int machine) {
      stage.cluster().contents().putStores(machine, stores);
      stage.cluster().contents().putNotes(machine, notes);
    }
  }

  private static void emptyVoucher(Stage stage, Runnable whileAllAreDown) {
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.settle();
    OldDisks old = OldDisks.exchange(stage, 2);
    forget(stage, blobs.subList(0, DELETED));
    killAll(stage);
    whileAllAreDown.run();
    old.putBack(stage, 2);
    stage.cluster().replaceDisks(1);
    stage.cluster().start(2);
    stage.cluster().start(1);
    stage.pass(DOWN);
    requireGone(stage, blobs.subList(0, DELETED), 1);
    stage.cluster().start(0);
    endWell(stage, 2);
  }

  private static void retainLonger(Stage stage) {
    stage.cluster().machines().forEach(machine -> machine.retainDeleted(YEAR));
  }

  /** No peer knows the last record of the store, and no comparison runs. */
  private static void olderStore(Stage stage) {
    TurnedBack.turnStoreBack(stage, FILE);
    stage.heal();
  }

  /**
   * The last records that the notes name are no later than the end of the copy, as if they had been
   * written before the last blobs, and so are those of the other machines. Only the openings show
   * that the copy is older.
   */
  private static void olderStoreFromBeforeALoss(Stage stage) {
    stage.put(DELETED, BIG);
    stage.pass(TurnedBack.SAVED);
    List<CrashingDisk> first = copyStores(stage);
    TurnedBack.startAll(stage);
    stage.put(FILE, BIG);
    stage.pass(TurnedBack.SAVED);
    List<CrashingDisk> second = copyStores(stage);
    stage.cluster().contents().putStores(TurnedBack.MACHINE, first);
    TurnedBack.startAll(stage);
    killAll(stage);
    List<List<CrashingDisk>> known = TurnedBack.notesOfOthers(stage);
    TurnedBack.startAll(stage);
    List<KeptBlob> last = stage.put(FILE, BIG);
    stage.pass(TurnedBack.SAVED);
    killAll(stage);
    stage.cluster().contents().putStores(TurnedBack.MACHINE, second);
    TurnedBack.putNotesOfOthers(stage, known);
    TurnedBack.forgetEnd(stage);
    TurnedBack.startAll(stage);
    stage.heal();
    Set<String> lacking = TurnedBack.lacking(stage, TurnedBack.SAVED, last);
    if (!lacking.isEmpty()) {
      throw new Finding(lacking + " lack blobs that were put before the second loss");
    }
  }

  /**
   * One machine has records that no other one has, and loses them. Its store then has fewer records
   * than before for as long as deletes are known. The copy from before the loss ends after the last
   * record that the notes name, but lacks the deletes.
   */
  private static void olderStoreWithDeletedBlobs(Stage stage) {
    List<KeptBlob> deleted = stage.put(DELETED, BIG);
    stage.settle();
    stage.pass(COMPACTED);
    List<CrashingDisk> beforeTheLost = copyStores(stage);
    List<List<CrashingDisk>> known = TurnedBack.notesOfOthers(stage);
    TurnedBack.startAll(stage);
    List<String> others = List.of("node-0", "node-1");
    List<String> alone = List.of("node-2", "frontend-0");
    stage.part(others, alone);
    stage.beginToPut(LOST, SMALL);
    stage.pass(TurnedBack.SAVED);
    List<CrashingDisk> withTheLost = copyStores(stage);
    stage.join(others, alone);
    stage.cluster().contents().putStores(TurnedBack.MACHINE, beforeTheLost);
    TurnedBack.putNotesOfOthers(stage, known);
    TurnedBack.noteEnd(stage, LOST);
    TurnedBack.startAll(stage);
    forget(stage, deleted);
    killAll(stage);
    stage.cluster().contents().putStores(TurnedBack.MACHINE, withTheLost);
    TurnedBack.startAll(stage);
    stage.pass(DOWN);
    requireGone(stage, deleted, 0);
    stage.heal();
  }

  /** Kills all machines. */
  private static List<CrashingDisk> copyStores(Stage stage) {
    killAll(stage);
    return stage.cluster().contents().copyStores(TurnedBack.MACHINE);
  }

  private static void twoOldCopies(Stage stage, Runnable whileAllAreDown) {
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.settle();
    OldDisks first = OldDisks.exchange(stage, 1);
    OldDisks second = OldDisks.exchange(stage, 2);
    forget(stage, blobs.subList(0, DELETED));
    killAll(stage);
    whileAllAreDown.run();
    first.putBack(stage, 1);
    second.putBack(stage, 2);
    stage.cluster().start(1);
    stage.cluster().start(2);
    stage.pass(DOWN);
    stage.tryGet(blobs);
    stage.cluster().start(0);
    endWell(stage, 1, 2);
  }

  private static void notRecorded(Stage stage) {
    List<KeptBlob> deleted = stage.put(FILE, BIG).subList(0, DELETED);
    stage.settle();
    stage.cluster().coordinators().refuseHorizons(true);
    stage.delete(deleted);
    growOld(stage);
    stage.look(replica -> {
      if (deleted.stream().anyMatch(blob -> !isKnown(replica, blob))) {
        throw new Finding(
            replica.node() + " has forgotten a delete although no horizon is recorded");
      }
    });
    stage.cluster().coordinators().refuseHorizons(false);
    growOld(stage);
    requireForgotten(stage, deleted);
    stage.heal();
  }

  /** Two replicas note that they are in step, and the note of the third one is days old. */
  private static void compactsLast(Stage stage) {
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.settle();
    stage.delete(blobs.subList(0, DELETED));
    stage.night(DAYS, 1, 2);
    stage.pass(RARELY.dividedBy(2));
    stage.cluster().start(0);
    try (Heard failures = new Heard(ReplicaRegistry.class)) {
      stage.pass(RARELY.multipliedBy(2));
      if (!failures.lines().isEmpty()) {
        throw new Finding("a replica has failed: " + failures.lines());
      }
    }
    stage.heal();
  }

  /** No replica that could recognize the old copies is up when they are read. */
  private static void restoredRecord(Stage stage) {
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.settle();
    OldDisks first = OldDisks.exchange(stage, 1);
    OldDisks second = OldDisks.exchange(stage, 2);
    CoordinatorData.Horizons backup = stage.cluster().coordinators().backUp();
    forget(stage, blobs.subList(0, DELETED));
    stage.cluster().kill(2);
    stage.cluster().coordinators().restore(backup);
    stage.pass(HORIZON_CHECK.multipliedBy(3));
    killAll(stage);
    first.putBack(stage, 1);
    second.putBack(stage, 2);
    stage.cluster().start(1);
    stage.cluster().start(2);
    stage.pass(DOWN);
    stage.tryGet(blobs);
    stage.cluster().start(0);
    endWell(stage, 1, 2);
  }

  /** The second data centre is off during its removal, and its own coordinator knows no horizon. */
  private static void removedSite(Stage stage) {
    List<KeptBlob> blobs = stage.put(FILE, BIG);
    stage.settle();
    stage.pass(DOWN);
    stage.cluster().machinesOf(SECOND_SITE).forEach(stage.cluster()::kill);
    stage.cluster().coordinators().configure(SECOND_SITE, false);
    stage.delete(blobs.subList(0, DELETED));
    for (int night = 0; night < 3; night++) {
      stage.churn(FILE, BIG);
      stage.night(DAYS, 0, 1, 2);
      stage.pass(DOWN);
    }
    requireForgotten(stage, blobs.subList(0, DELETED));
    stage.cluster().coordinators().configure(SECOND_SITE, true);
    stage.cluster().machinesOf(SECOND_SITE).forEach(stage.cluster()::start);
    stage.pass(DOWN);
    for (int machine = 0; machine < ClusterPlan.COPIES; machine++) {
      requireGone(stage, blobs.subList(0, DELETED), machine);
    }
    stage.tryGet(blobs);
    for (int machine : stage.cluster().machinesOf(SECOND_SITE)) {
      stage.cluster().kill(machine);
      stage.cluster().replaceDisks(machine);
      stage.cluster().start(machine);
    }
    stage.heal();
  }

  /**
   * The deletes are made in the other data centre long before the replica is built, and never reach
   * it. Its disk returns after all others have forgotten them, and before the replica has been away
   * for longer than deletes are remembered.
   */
  private static void builtDuringACut(Stage stage) {
    List<KeptBlob> deleted = stage.put(FILE, BIG);
    stage.settle();
    stage.pass(DOWN);
    stage.cluster().sites().isolate(SECOND_SITE);
    stage.turnTo(1);
    stage.delete(deleted);
    stage.night(HALF_A_DAY, 0, 1, 2, 3, 4, 5);
    stage.pass(COMPACTED);
    stage.cluster().kill(2);
    stage.cluster().replaceDisks(2);
    stage.cluster().start(2);
    stage.pass(DOWN);
    OldDisks old = OldDisks.exchange(stage, 2);
    stage.cluster().sites().rejoin(SECOND_SITE);
    for (Duration night : List.of(NEARLY_A_DAY, NEARLY_A_DAY, HOURS, HOURS)) {
      stage.churn(FILE, BIG);
      stage.pass(DOWN);
      stage.night(night, 0, 1, 2, 3, 4, 5);
      stage.settle();
    }
    stage.pass(DOWN);
    List<KeptBlob> forgotten = forgotten(stage, deleted);
    stage.cluster().kill(2);
    old.putBack(stage, 2);
    stage.cluster().start(2);
    stage.pass(DOWN);
    requireGone(stage, forgotten, 0);
    stage.tryGet(deleted);
    endWell(stage, 2);
  }

  /**
   * Returns the blobs that no replica knows any more. Some records of deletes may not be compacted
   * yet.
   */
  private static List<KeptBlob> forgotten(Stage stage, List<KeptBlob> deleted) {
    Set<KeptBlob> known = new HashSet<>();
    stage.look(
        replica -> deleted.stream().filter(blob -> isKnown(replica, blob)).forEach(known::add));
    List<KeptBlob> forgotten = deleted.stream().filter(blob -> !known.contains(blob)).toList();
    if (forgotten.isEmpty()) {
      throw new Finding("no delete was forgotten");
    }
    return forgotten;
  }

  private static void forget(Stage stage, List<KeptBlob> deleted) {
    stage.delete(deleted);
    growOld(stage);
    requireForgotten(stage, deleted);
  }

  private static void growOld(Stage stage) {
    for (int night = 0; night < 3; night++) {
      stage.churn(FILE, BIG);
      stage.night(DAYS, 0, 1, 2);
      stage.settle();
      stage.pass(COMPACTED);
    }
  }

  private static void requireForgotten(Stage stage, List<KeptBlob> deleted) {
    stage.look(replica -> {
      if (deleted.stream().anyMatch(blob -> isKnown(replica, blob))) {
        throw new Finding(
            replica.node() + " still remembers a delete that all should have forgotten");
      }
    });
  }

  private static boolean isKnown(OpenReplica replica, KeptBlob blob) {
    return replica.store().look(blob.id(), Alone.context(replica)).isPresent();
  }

  private static void requireGone(Stage stage, List<KeptBlob> deleted, int machine) {
    String node = stage.cluster().machines().get(machine).name();
    stage.look(replica -> {
      long alive = deleted.stream().filter(blob -> isKnown(replica, blob)).count();
      if (replica.node().equals(node) && alive > 0) {
        throw new Finding(
            "%d of %d deleted blobs are on %s".formatted(alive, deleted.size(), node));
      }
    });
  }

  private static void killAll(Stage stage) {
    for (int machine = 0; machine < stage.cluster().machines().size(); machine++) {
      stage.cluster().kill(machine);
    }
  }

  /**
   * Waits until the old copies fail, replaces their disks as an operator would, and requires
   * agreement.
   */
  private static void endWell(Stage stage, int... old) {
    stage.pass(DOWN);
    for (int machine : old) {
      if (!stage.cluster().hasErrors(machine)) {
        throw new Finding("machine " + machine + " uses an outdated store");
      }
    }
    for (int machine : old) {
      stage.cluster().replaceFailed(machine);
    }
    stage.heal();
  }
}
