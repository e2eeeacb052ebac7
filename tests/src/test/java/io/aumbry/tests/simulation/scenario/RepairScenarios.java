package io.aumbry.tests.simulation.scenario;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.ClusterPlan.Shape;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Scenarios about blobs that readers find missing on a replica, and about damaged replicas. */
final class RepairScenarios {
  private static final int MANY = 30;
  private static final int DELETED = 2;
  private static final int SMALL = 100;

  /** Four machines, one partition, two frontends. */
  private static final Shape SHAPE = new Shape(4, 1, 1, 3, 2);

  /** Longer than replicas usually get to serve. */
  private static final Duration MENDED = Duration.ofMinutes(4);

  /** A round of the scrub, which finds the damage, and the repair of what can be repaired. */
  private static final Duration FOUND = Duration.ofSeconds(25);

  /** Bytes before the id in a record: the times of its change and its expiry. */
  private static final int TIMES = 2 * Long.BYTES;

  /** A blob of this age that a reader does not find is no longer assumed to be in transit. */
  private static final Duration OLD = Duration.ofSeconds(11);

  /** Time in which hints are processed. */
  private static final Duration REPAIRED = Duration.ofSeconds(30);

  /** Enough reads that each of three replicas is asked first. */
  private static final int READS = 15;

  private static final Duration LOOK = Duration.ofMillis(500);

  private RepairScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "a blob that a reader did not find on a replica is repaired before any comparison",
            List.of("a replica that lacks a blob gets no hint", "hints are not processed"),
            ClusterPlan.scripted(),
            RepairScenarios::readers),
        new Scenario(
            "blobs in a sector that cannot be read are repaired while their replica serves",
            List.of("an unreadable sector fails its store"),
            ClusterPlan.scripted(),
            RepairScenarios::badSector),
        new Scenario(
            "a new replica serves when its damaged peers have stopped waiting for each other",
            List.of("damaged replicas wait for each other without end"),
            ClusterPlan.scripted().with(SHAPE).withMendedAfter(MENDED),
            RepairScenarios::bothDamaged),
        new Scenario(
            "a delete of another data centre that is damaged before its followers have it reaches them",
            List.of("damage is repaired before other data centres are read again"),
            GeoScenarios.inTwo(),
            RepairScenarios::farDelete));
  }

  private static void readers(Stage stage) {
    List<KeptBlob> blobs = TurnedBack.turnBack(stage, MANY);
    requireLacking(stage, blobs);
    stage.pass(OLD);
    for (int i = 0; i < READS; i++) {
      stage.tryGet(blobs);
    }
    stage.pass(REPAIRED);
    Set<String> lacking = lacking(stage, blobs);
    if (!lacking.isEmpty()) {
      throw new Finding(lacking + " lack blobs that readers asked them for");
    }
    stage.heal();
  }

  /** The sector stays unreadable, so the records must be written elsewhere. */
  private static void badSector(Stage stage) {
    List<KeptBlob> blobs = stage.put(MANY, SMALL);
    KeptBlob hit = blobs.get(MANY / 2);
    breakSector(stage, hit);
    for (int i = 0; i < READS; i++) {
      stage.getAll();
    }
    stage.pass(FOUND);
    if (!stage.cluster().isSettled()) {
      throw new Finding("one unreadable sector took a replica out of service");
    }
    Set<String> lacking = lacking(stage, blobs);
    if (!lacking.isEmpty()) {
      throw new Finding(lacking + " cannot read blobs near " + hit);
    }
    stage.put(MANY, SMALL);
    stage.heal();
  }

  /** On node-0. */
  private static void breakSector(Stage stage, KeptBlob blob) {
    byte[] id = id(blob);
    CrashingDisk medium = stage.cluster().machines().getFirst().stores().getFirst();
    for (String log : medium.files().stream().filter(file -> file.endsWith(".seg")).toList()) {
      List<Integer> found = medium.find(log, id);
      if (!found.isEmpty()) {
        int at = found.getFirst();
        stage.cluster().disk(0, 0).failReads(log, at, at + id.length);
        return;
      }
    }
    throw new Finding("no log of node-0 has " + blob);
  }

  private static byte[] id(KeptBlob blob) {
    ByteBuffer id = ByteBuffer.allocate(BlobId.SIZE);
    blob.id().write(id);
    return id.array();
  }

  /**
   * node-0 and node-1 have lost the record of a delete each, so neither can be read to its end. The
   * replica of node-2 moves to node-3.
   */
  private static void bothDamaged(Stage stage) {
    List<KeptBlob> blobs = stage.put(MANY, SMALL);
    stage.delete(blobs.subList(0, DELETED));
    stage.put(MANY, SMALL);
    damageDelete(stage, 0, blobs.get(0));
    damageDelete(stage, 1, blobs.get(1));
    stage.pass(FOUND);
    stage.cluster().move(2, 0);
    stage.pass(REPAIRED);
    if (stage.cluster().isSettled()) {
      throw new Finding("the damaged replicas did not wait for each other");
    }
    stage.heal();
  }

  /**
   * Only node-0 has a delete of the second data centre when its record is damaged and that data
   * centre is cut off.
   */
  private static void farDelete(Stage stage) {
    List<KeptBlob> blobs = stage.put(MANY, SMALL);
    stage.pass(GeoScenarios.TOLD);
    stage.cluster().kill(1);
    stage.cluster().kill(2);
    stage.pass(GeoScenarios.SESSION);
    KeptBlob deleted = blobs.getFirst();
    stage.turnTo(1);
    stage.delete(List.of(deleted));
    stage.pass(GeoScenarios.REPLICATED);
    stage.cluster().sites().isolate(GeoScenarios.SECOND);
    damageDelete(stage, 0, deleted);
    stage.cluster().start(1);
    stage.cluster().start(2);
    stage.pass(FOUND);
    stage.pass(REPAIRED);
    stage.cluster().sites().rejoin(GeoScenarios.SECOND);
    stage.pass(FOUND);
    List<String> undeleted = new ArrayList<>();
    stage.look(replica -> {
      if (Alone.isThere(replica, deleted)) {
        undeleted.add(replica.node());
      }
    });
    if (!undeleted.isEmpty()) {
      throw new Finding(undeleted + " lack the delete of " + deleted);
    }
    stage.heal();
  }

  /** Overwrites a part of the last record of a blob. Its times and its id identify it. */
  private static void damageDelete(Stage stage, int machine, KeptBlob blob) {
    CrashingDisk medium = stage.cluster().machines().get(machine).stores().getFirst();
    for (String log : medium.files().stream().filter(file -> file.endsWith(".seg")).toList()) {
      List<Integer> found = medium.find(log, id(blob));
      if (found.size() > 1) {
        int at = found.getLast() - TIMES;
        byte[] last = medium.bytes(log, at, TIMES + BlobId.SIZE);
        stage.cluster().overwrite(machine, last, (byte) 0x55);
        return;
      }
    }
    throw new Finding("no log of machine " + machine + " has the put and the delete");
  }

  private static void requireLacking(Stage stage, List<KeptBlob> blobs) {
    if (!lacking(stage, blobs).equals(Set.of("node-" + TurnedBack.MACHINE))) {
      throw new Finding("the old store was detected without a reader");
    }
  }

  private static Set<String> lacking(Stage stage, List<KeptBlob> blobs) {
    return TurnedBack.lacking(stage, LOOK, blobs);
  }
}
