package io.aumbry.tests.simulation.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.engine.Finding;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Losses that are allowed in a cluster whose stores answer before they sync, and others. */
final class UnsyncedWritesTest {
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final Duration SYNCED = INTERVAL.multipliedBy(3);
  private static final int SIZE = 1_000;

  private final Stage stage = new Stage(1, ClusterPlan.scripted().syncingEvery(INTERVAL));

  @Test
  void aLossOfAllPowerMayTakeChangesOfAMomentAgo() {
    List<KeptBlob> blobs = stage.put(3, SIZE);
    stage.night(Duration.ZERO, 0, 1, 2);
    assertThat(blobs).noneMatch(KeptBlob::isJudged);
    stage.heal();
  }

  @Test
  void syncedChangesOutliveALossOfAllPower() {
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
  void changesThatOneMachineHasMustBeThereOnceTheClusterHasHealed() {
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

  @Test
  void aDiskThatIsNotSyncedInItsIntervalIsFound() {
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
