package io.aumbry.deploy.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.deploy.operator.observation.ObservationFixture;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.report.ReplicaReport.Waiting;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A rebalance always reports the moving replicas and the reason for which they wait. */
class RebalanceProgressTest {
  private static RebalanceProgress of(ObservationFixture fixture) {
    return RebalanceProgress.of(fixture.observation(), ObservationFixture.HERE);
  }

  @Test
  void aRebalanceReportsWhyItHasNotBegun() {
    ObservationFixture fixture =
        new ObservationFixture()
            .node("d", true)
            .node("b", false)
            .rebalance(Stage.RUNNING, "new switches")
            .lock("ann", "kernel upgrade", true, "a", "d", "controller-1");
    assertThat(of(fixture).lines())
        .containsExactly(
            "here: 0 partitions moving, at least 2 replicas left to move",
            "  waits for the end of maintenance: new switches",
            "  waits for node b, which is down",
            "  waits for node a, which is locked by ann for kernel upgrade (lock 1)"
                + " since 1970-01-01T00:16:40Z until 1970-01-01T01:16:40Z",
            "  waits for node d, which is locked by ann for kernel upgrade (lock 1)"
                + " since 1970-01-01T00:16:40Z until 1970-01-01T01:16:40Z");
  }

  @Test
  void aRebalanceInTheQueueNamesWhatIsBeforeIt() {
    ObservationFixture fixture =
        new ObservationFixture()
            .node("d", true)
            .rebalance(Stage.RUNNING, "")
            .lock("ann", "kernel upgrade", true, "d")
            .rebalanceLock(false, "a", "d");
    assertThat(of(fixture).lines())
        .containsExactly(
            "here: 0 partitions moving, at least 1 replica left to move",
            "  waits for its turn (lock 2), behind d: locked by ann for kernel upgrade (lock 1)"
                + " since 1970-01-01T00:16:40Z until 1970-01-01T01:16:40Z");
    ObservationFixture held =
        new ObservationFixture()
            .node("d", true)
            .rebalance(Stage.RUNNING, "")
            .lock("ann", "kernel upgrade", true, "b")
            .rebalanceLock(true, "a", "d");
    assertThat(of(held).lines()).as("it has its hosts").hasSize(1);
  }

  @Test
  void aRebalanceReportsMovesAndTheirWaits() {
    ObservationFixture fixture =
        new ObservationFixture()
            .node("d", true)
            .place(0, "d", ReplicaState.BOOTSTRAP)
            .report(0, "d", new Waiting(1, List.of("b (3 of 9 records)")), 6)
            .place(1, "d", ReplicaState.STANDBY)
            .rebalance(Stage.RUNNING, "");
    assertThat(of(fixture).lines())
        .containsExactly(
            "here: 2 partitions moving, at least 0 replicas left to move",
            "  partition 0: d (BOOTSTRAP) waits for b (3 of 9 records)",
            "  partition 1: all are complete, the surplus one is being removed");
    ClusterStatus.Place place = ClusterStatus.of(fixture.observation()).places().getFirst();
    assertThat(place.moves()).isEqualTo(new ClusterStatus.Moves(2, Stage.RUNNING, ""));
  }

  @Test
  void aRebalanceEndsWithTheCountsOfEachNode() {
    assertThat(of(new ObservationFixture()).isDone()).isTrue();
    assertThat(of(new ObservationFixture()).lines())
        .containsExactly("here: each node has its share: a 2 of 2.0, b 2 of 2.0, c 2 of 2.0");
    assertThat(of(new ObservationFixture().rebalance(Stage.STOPPED, "")).lines())
        .containsExactly(
            "here: stopped, replicas stay where they are: a 2 of 2.0, b 2 of 2.0, c 2 of 2.0");
    assertThat(of(new ObservationFixture().rebalance(Stage.STOPPING, "")).isDone()).isFalse();
    assertThat(of(new ObservationFixture().unreachable(ObservationFixture.HERE, "gone")).lines())
        .containsExactly("here cannot be reached now; the rebalance continues");
  }
}
