package io.aumbry.tests.simulation.scenario;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.load.KeptBlob;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What readers find lacking, and what comes of it. */
final class RepairScenarios {
  private static final int BIG = 4_000;
  private static final int MANY = 30;
  private static final int FEW = 10;
  private static final int LACKING = 2;

  /** In which tokens are saved. */
  private static final Duration SAVED = Duration.ofSeconds(8);

  /** After which what a reader does not find is no longer taken to be on its way. */
  private static final Duration OLD = Duration.ofSeconds(11);

  /** In which hints are looked into. */
  private static final Duration REPAIRED = Duration.ofSeconds(30);

  /** In which each of three replicas is asked first. */
  private static final int READS = 15;

  private RepairScenarios() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            "what a reader did not find on one replica is had from another, before any comparison",
            List.of("who lacks a blob is not told", "a hint is not looked into"),
            ClusterPlan.scripted(),
            RepairScenarios::readers));
  }

  private static void readers(Stage stage) {
    List<KeptBlob> blobs = turnBackUnnoticed(stage);
    requireLacking(stage, blobs);
    stage.pass(OLD);
    for (int i = 0; i < READS; i++) {
      stage.tryGet(blobs);
    }
    stage.pass(REPAIRED);
    Set<String> lacking = lacking(stage, blobs);
    if (!lacking.isEmpty()) {
      throw new Finding(lacking + " lack what readers have asked them for");
    }
    stage.heal();
  }

  /**
   * One machine has a store of before most blobs, and notes that say that it has them; the others
   * have notes of then, so that they ask it for nothing that it has lost.
   */
  private static List<KeptBlob> turnBackUnnoticed(Stage stage) {
    List<KeptBlob> blobs = new ArrayList<>(stage.put(FEW, BIG));
    stage.pass(SAVED);
    killAll(stage);
    List<CrashingDisk> store = stage.cluster().copyStores(LACKING);
    List<List<CrashingDisk>> notes = new ArrayList<>();
    for (int machine = 0; machine < LACKING; machine++) {
      notes.add(stage.cluster().copyNotes(machine));
    }
    startAll(stage);
    blobs.addAll(stage.put(MANY, BIG));
    stage.pass(SAVED);
    killAll(stage);
    stage.cluster().putStores(LACKING, store);
    for (int machine = 0; machine < LACKING; machine++) {
      stage.cluster().putNotes(machine, notes.get(machine));
    }
    startAll(stage);
    return blobs;
  }

  private static void killAll(Stage stage) {
    for (int machine = 0; machine <= LACKING; machine++) {
      stage.cluster().kill(machine);
    }
  }

  private static void startAll(Stage stage) {
    for (int machine = 0; machine <= LACKING; machine++) {
      stage.cluster().start(machine);
    }
    stage.settle();
  }

  private static void requireLacking(Stage stage, List<KeptBlob> blobs) {
    if (!lacking(stage, blobs).equals(Set.of("node-" + LACKING))) {
      throw new Finding("the store of before was found out without a reader");
    }
  }

  private static Set<String> lacking(Stage stage, List<KeptBlob> blobs) {
    Set<String> lacking = new TreeSet<>();
    stage.look(replica -> {
      if (blobs.stream().anyMatch(blob -> !Alone.isThere(replica, blob))) {
        lacking.add(replica.node());
      }
    });
    return lacking;
  }
}
