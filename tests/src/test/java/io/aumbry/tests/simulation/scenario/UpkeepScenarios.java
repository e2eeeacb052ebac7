package io.aumbry.tests.simulation.scenario;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.ClusterPlan.Shape;
import io.aumbry.tests.simulation.cluster.DiskContents;
import io.aumbry.tests.simulation.cluster.Upkeep;
import io.aumbry.tests.simulation.disk.DiskFaults;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Scenarios about lost copies and their automatic repair. */
final class UpkeepScenarios {
  private static final int BIG = 4_000;

  /** More blobs than fit into one log file. */
  private static final int MANY = 60;

  private static final int FEW = 10;

  private static final int OLD = TurnedBack.MACHINE;

  /** Time in which a comparison has waited for records in transit and has ended. */
  private static final Duration JUDGED = Duration.ofSeconds(40);

  /** Time in which all processes have learned that a machine is gone. */
  private static final Duration SESSION = Duration.ofSeconds(6);

  private static final Duration LOOK = Duration.ofMillis(100);
  private static final int MOST_LOOKS = 300;
  private static final Duration REBUILT = Duration.ofSeconds(20);

  private UpkeepScenarios() {}

  static List<Scenario> all() {
    ClusterPlan compared =
        ClusterPlan.scripted()
            .with(Upkeep.comparing(Duration.ofSeconds(1), Duration.ofMillis(200)));
    ClusterPlan rebuilt = ClusterPlan.scripted().with(Upkeep.rebuilding());
    return List.of(
        new Scenario(
            "no node reports all copies as proven while a disk is old, and then it is repaired",
            List.of("missing records are not fetched", "digests are not compared"),
            compared,
            UpkeepScenarios::oldDisk),
        new Scenario(
            "a copy that cannot be fetched is reported as missing until it can",
            List.of("records that a peer lacks are not reported"),
            compared,
            UpkeepScenarios::oldAndFullDisk),
        new Scenario(
            "a pull that waits for an older store tells it of its losses",
            List.of("a pull that waits for a store to open acknowledges nothing"),
            rebuilt,
            UpkeepScenarios::olderStore),
        new Scenario(
            "replicas of a failed disk come back on another disk, and stay there",
            List.of("a failed replica is never rebuilt", "the newer of two stores is not noted"),
            rebuilt.with(new Shape(3, 2, 1, 3, 1)),
            UpkeepScenarios::failedDisk),
        new Scenario(
            "a replica without room on its node comes back on another node",
            List.of("replicas without room are not given up"),
            rebuilt.with(new Shape(4, 1, 1, 3, 1)),
            UpkeepScenarios::noOtherDisk),
        new Scenario(
            "a store that does not open is kept until its peers serve",
            List.of("a store is set aside although too few peers serve"),
            rebuilt,
            UpkeepScenarios::unreadableStore),
        new Scenario(
            "of two old copies that have taken new blobs, at most one is set aside",
            List.of("a store is set aside by the view alone"),
            rebuilt.with(new Shape(3, 1, 1, 3, 2)),
            UpkeepScenarios::twoOldStores));
  }

  private static void oldDisk(Stage stage) {
    List<KeptBlob> blobs = TurnedBack.turnBack(stage, MANY);
    long since = stage.wallMillis();
    Set<String> lacking = lacking(stage, blobs);
    if (lacking.isEmpty()) {
      throw new Finding("an old disk lacks nothing");
    }
    for (int i = 0; i < MOST_LOOKS && !lacking.isEmpty(); i++) {
      Set<String> unproven = stage.unproven(since);
      Set<String> still = lacking(stage, blobs);
      if (!still.isEmpty() && unproven.size() < stage.cluster().plan().copies()) {
        throw new Finding(
            "only " + unproven + " report missing copies, but blobs are missing on " + still);
      }
      lacking = still;
    }
    requireAll(stage, blobs);
    stage.healProven();
  }

  /** The peers wait for the store to open, and had more of its records. */
  private static void olderStore(Stage stage) {
    List<KeptBlob> blobs = new ArrayList<>(stage.put(FEW, BIG));
    stage.pass(TurnedBack.SAVED);
    stage.cluster().kill(OLD);
    List<CrashingDisk> old = stage.cluster().contents().copyStores(OLD);
    stage.cluster().start(OLD);
    stage.settle();
    blobs.addAll(stage.put(FEW, BIG));
    stage.pass(TurnedBack.SAVED);
    stage.cluster().kill(OLD);
    stage.cluster().contents().putStores(OLD, old);
    TurnedBack.forgetEnd(stage);
    stage.cluster().start(OLD);
    stage.pass(REBUILT);
    stage.heal();
    requireAll(stage, blobs);
  }

  private static Set<String> lacking(Stage stage, List<KeptBlob> blobs) {
    return TurnedBack.lacking(stage, LOOK, blobs);
  }

  private static void requireAll(Stage stage, List<KeptBlob> blobs) {
    Set<String> lacking = lacking(stage, blobs);
    if (!lacking.isEmpty()) {
      throw new Finding(lacking + " lack blobs that they should have");
    }
  }

  private static void oldAndFullDisk(Stage stage) {
    List<KeptBlob> blobs = TurnedBack.turnBack(stage, MANY);
    long since = stage.wallMillis();
    stage.cluster().fill(OLD, 0, 0);
    stage.pass(JUDGED);
    Set<String> unproven = stage.unproven(since);
    if (lacking(stage, blobs).isEmpty()) {
      throw new Finding("a full disk took all records");
    }
    if (unproven.size() < stage.cluster().plan().copies()) {
      throw new Finding("a copy is missing, but only " + unproven + " report it");
    }
    stage.cluster().disk(OLD, 0).heal();
    stage.pass(JUDGED);
    requireAll(stage, blobs);
    stage.healProven();
  }

  private static void fail(DiskFaults disk) {
    disk.failReads();
    disk.failWrites();
    disk.failSyncs();
  }

  /** The replicas serve while the disk is broken and after it is back. */
  private static void failedDisk(Stage stage) {
    stage.put(FEW, BIG);
    fail(stage.cluster().disk(0, 0));
    List<KeptBlob> blobs = stage.put(FEW, BIG);
    stage.pass(REBUILT);
    stage.heal();
    if (!hasStore(stage, 0, 1)) {
      throw new Finding("a replica of the failed disk is not on the other disk");
    }
    stage.cluster().disk(0, 0).heal();
    blobs.addAll(stage.put(FEW, BIG));
    stage.cluster().kill(0);
    stage.cluster().start(0);
    stage.heal();
    requireAll(stage, blobs);
    if (hasStore(stage, 0, 0)) {
      throw new Finding("the older of two stores is still in use");
    }
  }

  private static boolean hasStore(Stage stage, int machine, int disk) {
    return has(stage, machine, disk, "partition-");
  }

  private static boolean has(Stage stage, int machine, int disk, String folder) {
    return stage.cluster().machines().get(machine).stores().get(disk).files().stream()
        .anyMatch(file -> file.startsWith(folder));
  }

  private static void noOtherDisk(Stage stage) {
    List<KeptBlob> blobs = new ArrayList<>(stage.put(FEW, BIG));
    fail(stage.cluster().disk(0, 0));
    blobs.addAll(stage.put(FEW, BIG));
    stage.pass(REBUILT);
    Set<String> having = new TreeSet<>();
    stage.look(replica -> having.add(replica.node()));
    if (!having.contains("node-3")) {
      throw new Finding("a replica did not move to another node, it is on " + having);
    }
    requireAll(stage, blobs);
    stage.cluster().disk(0, 0).heal();
    stage.cluster().kill(0);
    stage.cluster().start(0);
    stage.heal();
  }

  /** The store may be the only one with some records. */
  private static void unreadableStore(Stage stage) {
    List<KeptBlob> blobs = stage.put(FEW, BIG);
    stage.pass(TurnedBack.SAVED);
    stage.cluster().kill(1);
    stage.cluster().kill(2);
    CrashingDisk medium = stage.cluster().machines().get(2).stores().getFirst();
    medium.flip("partition-1/store.id", 0, 0);
    stage.pass(SESSION);
    stage.cluster().start(2);
    stage.pass(REBUILT);
    if (has(stage, 2, 0, "set-aside-")) {
      throw new Finding("a store was set aside while one other serves");
    }
    stage.cluster().start(1);
    stage.pass(REBUILT);
    stage.heal();
    requireAll(stage, blobs);
  }

  /**
   * The new blobs are on the two old copies only, and their frontend ends. When the third replica reaches both, it shows
   * them that they have lost records. The view still says that all three serve.
   */
  private static void twoOldStores(Stage stage) {
    List<KeptBlob> blobs = new ArrayList<>(stage.put(FEW, BIG));
    stage.pass(TurnedBack.SAVED);
    DiskContents contents = stage.cluster().contents();
    List<DiskContents.Image> old = List.of(contents.image(0), contents.image(1));
    blobs.addAll(stage.put(FEW, BIG));
    stage.pass(TurnedBack.SAVED);
    List<String> third = List.of("node-2");
    List<String> others = List.of("node-0", "node-1");
    stage.part(third, others);
    stage.part(third, List.of("frontend-0"));
    for (int machine = 0; machine < old.size(); machine++) {
      stage.cluster().kill(machine);
      contents.restore(machine, old.get(machine));
      stage.cluster().start(machine);
    }
    stage.settle();
    blobs.addAll(stage.put(FEW, BIG));
    stage.cluster().killFrontend(0);
    stage.pass(SESSION);
    stage.cluster().holdView("node-0");
    stage.cluster().holdView("node-1");
    stage.join(third, others);
    stage.pass(REBUILT);
    stage.cluster().showView("node-0");
    stage.cluster().showView("node-1");
    stage.turnTo(1);
    stage.heal();
    requireAll(stage, blobs);
  }
}
