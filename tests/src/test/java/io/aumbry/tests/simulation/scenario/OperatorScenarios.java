package io.aumbry.tests.simulation.scenario;

import io.aumbry.server.replication.pull.Replication;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.ClusterPlan.Shape;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Properties of a cluster that its operators rely on. */
final class OperatorScenarios {
  private static final int BIG = 4_000;
  private static final int SMALL = 100;
  private static final int FEW = 40;
  private static final int MANY = 600;
  private static final Duration SESSION = Duration.ofSeconds(6);
  private static final Duration REPORTED = Duration.ofSeconds(40);

  private OperatorScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "a replica that cannot be dropped stays and reports the reason",
            List.of("a drop needs no proof", "the reason why a drop waits is not reported"),
            ClusterPlan.scripted().with(new Shape(4, 1, 1, 3, 1)),
            OperatorScenarios::decommission),
        new Scenario(
            "after a rollback, records of a newer version stay untouched",
            List.of("records of a newer version are cut off"),
            OperatorScenarios::rollBack),
        new Scenario(
            "verify reports exactly the damage",
            List.of("verify skips content"),
            OperatorScenarios::verify),
        new Scenario(
            "a lookup among many small blobs reads as often as among few",
            List.of("every part of the index is read"),
            ClusterPlan.scripted().withScrubIn(Duration.ofDays(9)),
            OperatorScenarios::growth),
        new Scenario(
            "with one machine gone in any way, nothing is refused",
            List.of("a write waits for all replicas"),
            OperatorScenarios::oneGone));
  }

  /** The replica moves to node-3, and node-1 cannot confirm to node-0 that it has everything. */
  private static void decommission(Stage stage) {
    stage.put(10, BIG);
    stage.pass(Duration.ofSeconds(1));
    stage.part(List.of("node-0"), List.of("node-1"));
    try (Heard heard = new Heard(Replication.class)) {
      stage.cluster().move(0, 0);
      stage.pass(REPORTED);
      if (hasNoLog(stage)) {
        throw new Finding("a replica was dropped although a peer has not confirmed it");
      }
      if (heard.lines().stream()
          .noneMatch(line -> line.matches(".*node-1 \\([A-Z]*, has not said.*"))) {
        throw new Finding("the reason why the drop waits was not logged: " + heard.lines());
      }
    }
    stage.join(List.of("node-0"), List.of("node-1"));
    stage.heal();
    if (!hasNoLog(stage)) {
      throw new Finding("a dropped replica left its log behind");
    }
  }

  private static boolean hasNoLog(Stage stage) {
    return medium(stage, 0).files().stream().noneMatch(file -> file.endsWith(".seg"));
  }

  private static CrashingDisk medium(Stage stage, int machine) {
    return stage.cluster().machines().get(machine).stores().getFirst();
  }

  /** One record on one machine has version 2 for a while. */
  private static void rollBack(Stage stage) {
    stage.put(10, BIG);
    stage.pass(Duration.ofSeconds(1));
    stage.cluster().kill(2);
    stage.put(1, BIG);
    setVersionOfLast(medium(stage, 2), (byte) 2);
    Map<String, byte[]> before = logs(medium(stage, 2));
    stage.cluster().start(2);
    stage.pass(SESSION);
    if (!stage.cluster().hasErrors(2)) {
      throw new Finding("a store with a record of a newer version serves");
    }
    stage.put(1, BIG);
    stage.getAll();
    stage.cluster().kill(2);
    logs(medium(stage, 2))
        .forEach((log, bytes) -> {
          if (!Arrays.equals(bytes, before.get(log))) {
            throw new Finding(log + " was changed by a version that cannot read it");
          }
        });
    setVersionOfLast(medium(stage, 2), (byte) 1);
    stage.cluster().start(2);
    stage.heal();
  }

  private static Map<String, byte[]> logs(CrashingDisk medium) {
    Map<String, byte[]> logs = new TreeMap<>();
    medium.files().stream()
        .filter(file -> file.endsWith(".seg"))
        .forEach(file -> logs.put(file, medium.bytes(file)));
    return logs;
  }

  /** Sets the version of the last record, by the format in {@code io.aumbry.store.log}. */
  private static void setVersionOfLast(CrashingDisk medium, byte version) {
    String log = medium.files().stream().filter(file -> file.endsWith(".seg")).toList().getLast();
    byte[] magic = ByteBuffer.allocate(4).putInt(0x41755243).array();
    medium.overwrite(log, medium.find(log, magic).getLast() + 8, new byte[] {version});
  }

  private static void verify(Stage stage) {
    List<KeptBlob> blobs = stage.put(40, BIG);
    stage.churn(10, BIG);
    require(stage.verify(0) == 0, "verify finds damage in an undamaged store");
    stage.cluster().overwrite(0, blobs.getFirst().content(), (byte) 0x55);
    require(stage.verify(0) > 0, "verify misses damage");
    stage.cluster().start(0);
    stage.heal();
    stage.pass(REPORTED);
    require(stage.verify(0) == 0, "verify finds damage that has healed");
    require(stage.verify(1) == 0, "verify finds damage on another machine");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new Finding(otherwise);
    }
  }

  private static void growth(Stage stage) {
    List<KeptBlob> few = stage.put(FEW, SMALL);
    double before = readsOfLookUp(stage, few);
    List<KeptBlob> many = stage.put(MANY, SMALL);
    double after = readsOfLookUp(stage, many.subList(0, FEW));
    require(
        after < before + 0.75,
        "a lookup reads " + after + " times among many blobs, but " + before + " times among few");
  }

  private static double readsOfLookUp(Stage stage, List<KeptBlob> blobs) {
    stage.pass(Duration.ofSeconds(2));
    long before = reads(stage);
    stage.tryGet(blobs);
    return (double) (reads(stage) - before) / blobs.size();
  }

  private static long reads(Stage stage) {
    long reads = 0;
    for (int i = 0; i < stage.cluster().plan().nodes(); i++) {
      reads += stage.cluster().disk(i, 0).reads();
    }
    return reads;
  }

  private static void oneGone(Stage stage) {
    without(stage, () -> stage.cluster().kill(2), () -> stage.cluster().start(2));
    without(stage, () -> stage.cluster().cutPower(1), () -> stage.cluster().start(1));
    List<String> lost = List.of("node-0");
    List<String> others = List.of("node-1", "node-2", "frontend-0");
    without(stage, () -> stage.part(lost, others), () -> stage.join(lost, others));
    without(stage, () -> stage.cluster().disk(2, 0).slow(1e6), () -> restart(stage, 2));
    without(stage, () -> stage.cluster().disk(1, 0).failSyncs(), () -> restart(stage, 1));
  }

  private static void restart(Stage stage, int machine) {
    stage.cluster().kill(machine);
    stage.cluster().start(machine);
  }

  private static void without(Stage stage, Runnable gone, Runnable back) {
    gone.run();
    stage.pass(SESSION);
    List<KeptBlob> blobs = stage.put(4, BIG);
    stage.getAll();
    stage.delete(blobs.subList(0, 2));
    stage.undelete(blobs.getFirst());
    stage.getAll();
    back.run();
    stage.heal();
  }
}
