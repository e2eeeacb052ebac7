package io.aumbry.tests.simulation.scenario;

import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.store.partition.SyncPolicy;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All scenarios. */
public final class Scenarios {
  private static final Duration BACK = Duration.ofSeconds(5);
  private static final int BIG = 4_000;
  private static final int SMALL = 100;
  private static final int LITTLE = 64 << 10;
  private static final int MANY = 100;
  private static final Duration NIGHT = Duration.ofHours(2);
  private static final Duration MOMENT = Duration.ofNanos(100_000);

  private static final Duration COMPACTED = Duration.ofSeconds(12);

  private Scenarios() {}

  /** The scenarios, grouped by the property that they prove. */
  public static List<Scenario> all() {
    return Stream.of(
            CollectorScenarios.all(),
            OldCopyScenarios.all(),
            replicas(),
            RouterScenarios.all(),
            MovingScenarios.all(),
            SpaceScenarios.all(),
            OperatorScenarios.all(),
            MaintenanceScenarios.all(),
            GeoScenarios.all(),
            CutOffScenarios.all(),
            UndeleteScenarios.all(),
            UpkeepScenarios.all(),
            RepairScenarios.all(),
            LargeBlobScenarios.all(),
            NameScenarios.all(),
            records(),
            disks())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Scenario> replicas() {
    return List.of(
        new Scenario(
            "a rebuilt replica is complete only when it has every record",
            List.of(
                "a new replica is complete at once",
                "a replica that bootstraps says \"not found\""),
            Scenarios::repair),
        new Scenario(
            "a deleted blob is not served by a replica that missed the delete",
            List.of("replicas that missed a delete are believed"),
            Scenarios::missedDelete),
        new Scenario(
            "full disks lose no acknowledged blob",
            List.of("an error of a node counts as an acknowledgement"),
            Scenarios::fullVolumes));
  }

  private static List<Scenario> records() {
    return List.of(
        new Scenario(
            "a record torn by a loss of power does not exist",
            List.of("recovery does not check content"),
            Scenarios::tornRecords),
        new Scenario(
            "acknowledged blobs survive a loss of all power",
            List.of(
                "a sync is skipped",
                "an append is acknowledged before the sync",
                "the name of a new store is not made durable"),
            Scenarios::lossOfPower),
        new Scenario(
            "records in doubt after a failed sync were never acknowledged",
            List.of("a failed sync is treated as successful"),
            Scenarios::failedSync),
        new Scenario(
            "a failed sync is not retried",
            List.of("a failed sync is retried"),
            Scenarios::failedOnce),
        new Scenario(
            "records in doubt after a failed sync are rewritten before new records",
            List.of("records in doubt are not rewritten"),
            Scenarios::inDoubt),
        new Scenario(
            "a record that failed to be written was never acknowledged",
            List.of("a failed write is acknowledged"),
            Scenarios::failedWrite),
        new Scenario(
            "a change on one replica only was never acknowledged",
            List.of("one replica is a quorum for a put", "one replica is a quorum for a delete"),
            Scenarios::oneAlone),
        new Scenario(
            "a blob with a TTL update does not expire",
            List.of("the earlier expiry wins"),
            Scenarios::longerLife),
        new Scenario(
            "an undeleted blob survives compaction and the rebuild of a replica",
            List.of("a later life does not win"),
            Scenarios::undelete));
  }

  private static List<Scenario> disks() {
    return List.of(
        new Scenario(
            "compaction makes room on full disks",
            List.of("compaction never finds room"),
            Scenarios::fullDisks),
        new Scenario(
            "the scrub finds exactly the damage that no reader has met",
            List.of(
                "the scrub ignores the damage that it finds",
                "the scrub finds damage where there is none"),
            Scenarios::scrub),
        new Scenario(
            "compaction comes to rest",
            List.of("compaction copies files that free nothing"),
            Scenarios::rest),
        new Scenario(
            "damage found by a read is checked long before the next scrub",
            List.of("damage found by a read is not checked"),
            ClusterPlan.scripted().withScrubIn(Duration.ofDays(9)),
            Scenarios::readDamage),
        new Scenario(
            "after a loss of power, the index is not ahead of the log",
            List.of("the index is ahead of the log"),
            ClusterPlan.scripted().with(SyncPolicy.WRITE),
            Scenarios::lateSyncs),
        new Scenario(
            "zeros in place of data are not served",
            List.of("checksums are not compared"),
            Scenarios::zeros),
        new Scenario(
            "a body without bytes is replicated like any other",
            List.of(
                "fetched records are not appended", "a fetched body without bytes is not appended"),
            Scenarios::emptyBody));
  }

  private static void repair(Stage stage) {
    stage.cluster().kill(2);
    List<KeptBlob> blobs = stage.put(10, BIG);
    stage.cluster().kill(0);
    stage.cluster().replaceDisks(0);
    stage.cluster().kill(1);
    stage.cluster().start(2);
    stage.cluster().start(0);
    stage.pass(Duration.ofSeconds(5));
    stage.tryGet(blobs);
    stage.cluster().start(1);
    stage.heal();
  }

  private static void missedDelete(Stage stage) {
    List<KeptBlob> blobs = stage.put(5, BIG);
    stage.cluster().kill(0);
    stage.delete(blobs);
    stage.cluster().kill(1);
    stage.cluster().kill(2);
    stage.cluster().start(0);
    stage.pass(Duration.ofSeconds(2));
    stage.tryGet(blobs);
    stage.cluster().start(1);
    stage.cluster().start(2);
    stage.heal();
  }

  private static void fullVolumes(Stage stage) {
    stage.put(5, BIG);
    stage.cluster().fill(0, 0, LITTLE);
    stage.cluster().fill(1, 0, LITTLE);
    List<KeptBlob> blobs = untilFull(stage);
    stage.cluster().kill(2);
    stage.tryGet(blobs);
    stage.night(Duration.ZERO, 0, 1, 2);
    stage.heal();
  }

  private static List<KeptBlob> untilFull(Stage stage) {
    List<KeptBlob> blobs = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      Optional<KeptBlob> blob = stage.tryPut(BIG);
      if (blob.isEmpty()) {
        return blobs;
      }
      blobs.add(blob.get());
    }
    throw new Finding("full disks have taken everything");
  }

  private static void lossOfPower(Stage stage) {
    for (int round = 0; round < 6; round++) {
      stage.put(3, BIG);
      stage.night(Duration.ZERO, 0, 1, 2);
      stage.settle();
      stage.getAll();
    }
    stage.heal();
  }

  private static void tornRecords(Stage stage) {
    for (int round = 0; round < 20; round++) {
      stage.beginToPut(5, BIG);
      stage.pass(MOMENT.multipliedBy(round));
      stage.night(Duration.ZERO, 0, 1, 2);
      stage.settle();
    }
    stage.heal();
    for (int machine = 0; machine < ClusterPlan.COPIES; machine++) {
      int damages = stage.verify(machine);
      if (damages > 0) {
        throw new Finding("node-" + machine + " is damaged in " + damages + " places");
      }
    }
  }

  private static void failedSync(Stage stage) {
    for (int round = 0; round < 3; round++) {
      stage.cluster().disk(0, 0).failSyncs();
      stage.cluster().disk(1, 0).failSyncs();
      stage.tryPut(BIG);
      stage.cluster().disk(0, 0).heal();
      stage.cluster().disk(1, 0).heal();
      stage.tryPut(BIG);
      stage.night(Duration.ZERO, 0, 1, 2);
      stage.settle();
      stage.getAll();
    }
    stage.heal();
  }

  /** The disk has dropped the unsynced pages, so the next sync has nothing to do. */
  private static void failedOnce(Stage stage) {
    for (int round = 0; round < 6; round++) {
      stage.cluster().disk(0, 0).failNextSync();
      stage.cluster().disk(1, 0).failNextSync();
      stage.tryPut(BIG);
      stage.night(Duration.ZERO, 0, 1, 2);
      stage.settle();
      stage.getAll();
    }
    stage.heal();
  }

  /** Processes end, and their kernels still show pages that the disks have not written. */
  private static void inDoubt(Stage stage) {
    stage.cluster().kill(2);
    for (int round = 0; round < 6; round++) {
      stage.cluster().disk(0, 0).failSyncs();
      stage.cluster().disk(1, 0).failSyncs();
      stage.tryPut(BIG);
      for (int machine = 0; machine < 2; machine++) {
        stage.cluster().disk(machine, 0).heal();
        stage.cluster().kill(machine);
        stage.cluster().start(machine);
      }
      stage.pass(BACK);
      stage.put(2, BIG);
      stage.night(Duration.ZERO, 0, 1);
      stage.pass(BACK);
      stage.getAll();
    }
    stage.cluster().start(2);
    stage.heal();
  }

  private static void failedWrite(Stage stage) {
    stage.cluster().disk(0, 0).failWrites();
    stage.cluster().disk(1, 0).failWrites();
    List<KeptBlob> blobs = new ArrayList<>();
    stage.tryPut(BIG).ifPresent(blobs::add);
    stage.night(Duration.ZERO, 0, 1);
    stage.pass(Duration.ofSeconds(5));
    stage.tryGet(blobs);
    stage.cluster().start(2);
    stage.heal();
  }

  private static void oneAlone(Stage stage) {
    KeptBlob blob = stage.put(1, BIG).getFirst();
    stage.cluster().kill(0);
    stage.cluster().kill(1);
    boolean taken = stage.tryPut(BIG).isPresent();
    if (stage.tryDelete(blob) || taken) {
      throw new Finding("a change on one replica only was acknowledged");
    }
    stage.cluster().start(0);
    stage.cluster().start(1);
    stage.heal();
  }

  private static void longerLife(Stage stage) {
    KeptBlob blob = stage.tryPut(BIG, 10).orElseThrow();
    stage.forget(blob);
    stage.look(replica -> {
      if (replica.node().equals("node-0")) {
        replica.store().updateTtl(blob.id(), Alone.context(replica));
      }
    });
    stage.night(NIGHT, 0, 1, 2);
    stage.settle();
    stage.pass(COMPACTED);
    stage.look(replica -> Alone.requireThere(replica, blob));
    stage.heal();
  }

  private static void undelete(Stage stage) {
    List<KeptBlob> blobs = stage.put(40, BIG);
    KeptBlob back = blobs.getFirst();
    stage.delete(blobs.subList(0, 30));
    stage.forget(back);
    stage.look(replica ->
        replica
            .store()
            .undelete(
                back.id(),
                new Life(1, Alone.now(replica), Alone.now(replica)),
                Alone.context(replica)));
    stage.night(NIGHT, 0, 1, 2);
    stage.settle();
    stage.pass(COMPACTED);
    stage.cluster().kill(2);
    stage.cluster().replaceDisks(2);
    stage.cluster().start(2);
    stage.heal();
    stage.look(replica -> Alone.requireThere(replica, back));
  }

  private static void fullDisks(Stage stage) {
    List<KeptBlob> blobs = stage.put(60, BIG);
    stage.delete(blobs.subList(0, 55));
    stage.night(NIGHT, 0, 1, 2);
    for (int i = 0; i < 3; i++) {
      stage.cluster().fill(i, 0, ClusterPlan.RESERVE);
    }
    stage.settle();
    untilFull(stage);
    stage.pass(COMPACTED);
    stage.look(replica -> {
      if (replica.store().usage().freed() == 0) {
        throw new Finding("nothing was freed on " + replica.node());
      }
    });
    stage.put(1, BIG);
    stage.heal();
  }

  private static void rest(Stage stage) {
    stage.delete(stage.put(60, BIG).subList(0, 30));
    stage.night(NIGHT, 0, 1, 2);
    stage.settle();
    stage.pass(COMPACTED.multipliedBy(2));
    Map<String, Long> before = copied(stage);
    stage.pass(COMPACTED.multipliedBy(2));
    Map<String, Long> after = copied(stage);
    if (!after.equals(before)) {
      throw new Finding("compaction never ends: " + before + ", then " + after);
    }
    stage.heal();
  }

  private static Map<String, Long> copied(Stage stage) {
    Map<String, Long> copied = new TreeMap<>();
    stage.look(replica -> copied.put(replica.node(), replica.store().usage().copied()));
    return copied;
  }

  private static void scrub(Stage stage) {
    List<KeptBlob> blobs = stage.put(10, BIG);
    stage.cluster().overwrite(0, blobs.getFirst().content(), (byte) 0x55);
    stage.pass(Duration.ofSeconds(60));
    stage.look(replica -> {
      long found = replica.store().damaged().version();
      if (found > 0 != replica.node().equals("node-0")) {
        throw new Finding(replica.node() + " has noted damage " + found + " times");
      }
      Alone.requireThere(replica, blobs.getFirst());
    });
    stage.heal();
  }

  private static void readDamage(Stage stage) {
    List<KeptBlob> blobs = stage.put(30, BIG);
    stage.pass(Duration.ofSeconds(5));
    stage.cluster().overwrite(0, blobs.getFirst().content(), (byte) 0x55);
    stage.look(replica -> Alone.isThere(replica, blobs.getFirst()));
    stage.pass(Duration.ofSeconds(10));
    stage.look(replica -> Alone.requireThere(replica, blobs.getFirst()));
    stage.heal();
  }

  private static void lateSyncs(Stage stage) {
    for (int round = 0; round < 6; round++) {
      stage.put(20, SMALL);
      stage.cluster().cutPower(round % 3);
      stage.cluster().start(round % 3);
      stage.heal();
    }
  }

  private static void zeros(Stage stage) {
    List<KeptBlob> blobs = stage.put(10, BIG);
    blobs.forEach(blob -> stage.cluster().overwrite(0, blob.content(), (byte) 0));
    for (int i = 0; i < 5; i++) {
      stage.tryGet(blobs);
    }
    stage.heal();
  }

  private static void emptyBody(Stage stage) {
    stage.cluster().kill(2);
    stage.put(2, 0);
    stage.put(2, BIG);
    stage.cluster().start(2);
    stage.heal();
  }

  public static Optional<Scenario> named(String name) {
    return all().stream().filter(scenario -> scenario.name().equals(name)).findFirst();
  }
}
