package io.aumbry.deploy.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.operator.observation.ObservationFixture;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.report.ReplicaReport.Waiting;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A drain always reports the reason for which it waits. */
class DrainProgressTest {
  private static final NodeId NODE = new NodeId("a");

  private static List<String> lines(ObservationFixture fixture) {
    return DrainProgress.of(fixture.observation(), NODE).lines();
  }

  @Test
  void aDrainReportsThatNoOtherNodeWasChosen() {
    assertThat(lines(new ObservationFixture()))
        .containsExactly(
            "2 replicas left on a",
            "  partition 0 (LEADER): no other node was chosen yet, or other partitions move first",
            "  partition 1 (LEADER): no other node was chosen yet, or other partitions move first");
  }

  @Test
  void aDrainReportsTheNewReplicaUnderConstruction() {
    ObservationFixture fixture =
        new ObservationFixture()
            .remove(1, "a")
            .node("d", true)
            .place(0, "d", ReplicaState.BOOTSTRAP)
            .report(0, "d", new Waiting(1, List.of("b (3 of 9 records)")), 6);
    assertThat(lines(fixture))
        .containsExactly(
            "1 replica left on a",
            "  partition 0 (LEADER): waits for d, which is in BOOTSTRAP and waits for b (3 of 9"
                + " records)");
  }

  @Test
  void aDrainReportsTheWaitForTheProof() {
    ObservationFixture fixture =
        new ObservationFixture()
            .remove(1, "a")
            .node("d", true)
            .place(0, "d", ReplicaState.STANDBY)
            .place(0, "a", ReplicaState.INACTIVE)
            .report(0, "a", new Waiting(1, List.of("2 of 3 peers confirm")), 0);
    assertThat(lines(fixture))
        .containsExactly(
            "1 replica left on a", "  partition 0 (INACTIVE): waits for 2 of 3 peers confirm");
  }

  @Test
  void aDrainReportsAPeerThatIsDown() {
    ObservationFixture fixture =
        new ObservationFixture()
            .remove(1, "a")
            .node("b", false)
            .place(0, "b", ReplicaState.OFFLINE)
            .node("d", true)
            .place(0, "d", ReplicaState.STANDBY);
    assertThat(lines(fixture).getLast())
        .isEqualTo("  partition 0 (LEADER): waits for b, which is in OFFLINE and not live");
  }

  @Test
  void aFinishedDrainSaysThatTheNodeMayBeStopped() {
    ObservationFixture fixture = new ObservationFixture().remove(0, "a").remove(1, "a");
    assertThat(DrainProgress.of(fixture.observation(), NODE).isDone()).isTrue();
    assertThat(lines(fixture)).containsExactly("a has no replicas left and may be stopped");
  }

  @Test
  void aDrainOfAnUnreachableNodeIsNotDone() {
    DrainProgress progress =
        DrainProgress.of(new ObservationFixture().observation(), new NodeId("elsewhere"));
    assertThat(progress.isDone()).isFalse();
    assertThat(progress.lines())
        .containsExactly("elsewhere cannot be reached now; the drain continues");
  }

  @Test
  void aDrainShowsAtMostTenReplicas() {
    ObservationFixture fixture = new ObservationFixture();
    for (int partition = 2; partition < 15; partition++) {
      fixture.place(partition, "a", ReplicaState.STANDBY);
    }
    assertThat(lines(fixture))
        .hasSize(12)
        .endsWith("  and 5 more")
        .startsWith("15 replicas left on a");
  }
}
