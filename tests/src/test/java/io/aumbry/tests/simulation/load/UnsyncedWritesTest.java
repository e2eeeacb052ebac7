package io.aumbry.tests.simulation.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.network.Delay;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Losses that a cluster may and may not have if its stores answer before they sync. */
final class UnsyncedWritesTest {
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final Duration SYNCED = INTERVAL.multipliedBy(3);
  private static final int SIZE = 1_000;
  private static final int BLOBS = 8;

  private final Stage stage = new Stage(1, ClusterPlan.scripted().syncingEvery(INTERVAL));

  @Test
  void aLossOfAllPowerMayTakeRecentChanges() {
    List<KeptBlob> blobs = stage.put(3, SIZE);
    stage.night(Duration.ZERO, 0, 1, 2);
    assertThat(blobs).noneMatch(KeptBlob::isJudged);
    stage.heal();
  }

  @Test
  void syncedChangesSurviveALossOfAllPower() {
    List<KeptBlob> blobs = stage.put(3, SIZE);
    stage.pass(SYNCED);
    stage.night(Duration.ZERO, 0, 1, 2);
    assertThat(blobs).allMatch(KeptBlob::isJudged);
    stage.heal();
  }

  @Test
  void killsOfAllProcessesLoseNothing() {
    List<KeptBlob> blobs = stage.put(3, SIZE);
    for (int machine = 0; machine < ClusterPlan.COPIES; machine++) {
      stage.cluster().kill(machine);
      stage.cluster().start(machine);
    }
    assertThat(blobs).allMatch(KeptBlob::isJudged);
    stage.heal();
  }

  @Test
  void changesOnOneMachineMustBeThereOnceTheClusterHasHealed() {
    stage.cluster().kill(2);
    List<KeptBlob> blobs = stage.put(3, SIZE);
    stage.cluster().cutPower(0);
    assertThat(blobs).noneMatch(KeptBlob::isJudged);
    stage.cluster().start(0);
    stage.cluster().start(2);
    stage.heal();
    assertThat(blobs).allMatch(KeptBlob::isJudged);
    stage.getAll();
  }

  /** Seed 92687. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void changesOnOneMachineMayBeLostForGoodWithThatMachine(boolean isRunning) {
    stage.cluster().kill(2);
    List<KeptBlob> blobs = stage.put(3, SIZE);
    stage.cluster().cutPower(0);
    stage.pass(SYNCED);
    if (!isRunning) {
      stage.cluster().kill(1);
    }
    stage.cluster().lose(1);
    stage.cluster().start(0);
    stage.cluster().start(2);
    stage.cluster().replace(1);
    stage.heal();
    assertThat(blobs).noneMatch(KeptBlob::isJudged);
  }

  /** A crash may drop any part of the unsynced bytes, so the test tries several. */
  @Test
  void aPutDuringALossOfPowerMayBeDeniedInItsDataCentreUntilTheClusterHasHealed() {
    assertThat(List.of(1, 2, 3, 4)).anyMatch(UnsyncedWritesTest::deniesPutsDuringALossOfPower);
  }

  private static boolean deniesPutsDuringALossOfPower(int seed) {
    Duration longInterval = INTERVAL.multipliedBy(10);
    Stage two = new Stage(seed, ClusterPlan.scripted().in(2).syncingEvery(longInterval));
    List<String> all = two.cluster().machines().stream().map(SimulatedMachine::name).toList();
    List<String> here = all.subList(0, ClusterPlan.COPIES);
    List<String> there = all.subList(ClusterPlan.COPIES, all.size());
    two.part(here, there);
    Delay late = new Delay(INTERVAL, Duration.ofMillis(1));
    there.forEach(node -> two.cluster().network().delay("frontend-0", node, late));
    for (int i = 0; i < BLOBS; i++) {
      two.beginToPut(SIZE, DurabilityLevel.MAJORITY);
    }
    two.pass(INTERVAL.dividedBy(10));
    for (int machine = 0; machine < ClusterPlan.COPIES; machine++) {
      two.cluster().cutPower(machine);
      two.cluster().start(machine);
    }
    two.pass(INTERVAL.multipliedBy(2));
    boolean areDenied = two.promised().size() < BLOBS;
    two.join(here, there);
    two.pass(longInterval.multipliedBy(2));
    two.heal();
    assertThat(two.promised()).hasSize(BLOBS).allMatch(KeptBlob::isJudged);
    return areDenied;
  }

  /**
   * Seed 242601: the answers arrive when the machines have power again, but have not recovered
   * their stores yet. Their logs have records that they are about to drop.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void aPutMayBeLostIfItsAnswersArriveBeforeItsStoresHaveRecovered(int seed) {
    Duration longInterval = INTERVAL.multipliedBy(10);
    Stage one = new Stage(seed, ClusterPlan.scripted().syncingEvery(longInterval));
    Delay late = new Delay(INTERVAL, Duration.ofMillis(1));
    one.cluster()
        .machines()
        .forEach(node -> one.cluster().network().delay(node.name(), "frontend-0", late));
    one.beginToPut(BLOBS, SIZE);
    one.pass(INTERVAL.dividedBy(10));
    for (int machine = 0; machine < ClusterPlan.COPIES; machine++) {
      one.cluster().cutPower(machine);
    }
    one.pass(INTERVAL.multipliedBy(2));
    assertThat(one.promised()).isEmpty();
    for (int machine = 0; machine < ClusterPlan.COPIES; machine++) {
      one.cluster().start(machine);
    }
    one.heal();
  }

  /** Machine 0 has synced an earlier delete only, and misses the undelete that followed. */
  @Test
  void aDeleteThatAnUndeleteHasEndedIsNotTheNextDelete() {
    List<KeptBlob> blobs = stage.put(1, SIZE);
    stage.delete(blobs);
    stage.pass(SYNCED);
    stage.cluster().kill(0);
    stage.undelete(blobs.getFirst());
    stage.pass(SYNCED);
    stage.delete(blobs);
    stage.cluster().cutPower(1);
    stage.cluster().cutPower(2);
    for (int machine = 0; machine < ClusterPlan.COPIES; machine++) {
      stage.cluster().start(machine);
    }
    stage.heal();
    assertThat(blobs).noneMatch(KeptBlob::isJudged);
  }

  @Test
  void aDiskThatIsNotSyncedWithinItsIntervalIsAFinding() {
    stage.put(1, SIZE);
    for (int machine = 0; machine < ClusterPlan.COPIES; machine++) {
      stage.cluster().disk(machine, 0).slow(1_000_000);
    }
    stage.cluster().cutPower(0);
    stage.pass(SYNCED);
    assertThatThrownBy(() -> stage.cluster().cutPower(1))
        .isInstanceOf(Finding.class)
        .hasMessageContaining("has not synced");
  }
}
