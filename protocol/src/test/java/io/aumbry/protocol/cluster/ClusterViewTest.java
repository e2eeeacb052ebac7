package io.aumbry.protocol.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterViewTest {
  private static final DataCenter HERE = new DataCenter(1, "here");
  private static final DataCenter THERE = new DataCenter(2, "there");

  @Test
  void aPartitionIsWritableWhereEnoughReplicasAreReadyAndItIsNotSealed() {
    List<Replica> replicas =
        List.of(
            replica("a", 1, true, ReplicaState.LEADER),
            replica("b", 1, true, ReplicaState.BOOTSTRAP),
            replica("c", 1, false, ReplicaState.STANDBY),
            replica("d", 2, true, ReplicaState.LEADER));
    assertThat(new Partition(1, false, replicas).isWritableIn(1, 2)).isTrue();
    assertThat(new Partition(1, false, replicas).isWritableIn(1, 3)).isFalse();
    assertThat(new Partition(1, false, replicas).isWritableIn(2, 2)).isFalse();
    assertThat(new Partition(1, true, replicas).isWritableIn(1, 2)).isFalse();
    assertThat(new Partition(1, false, replicas).replicasIn(2)).hasSize(1);
  }

  @Test
  void aPartitionIsIncompleteWhileACopyHereCannotBeRead() {
    Replica down = replica("c", 1, false, ReplicaState.STANDBY);
    Replica leaving = replica("c", 1, true, ReplicaState.INACTIVE);
    Replica elsewhere = replica("d", 2, true, ReplicaState.STANDBY);
    Replica coming = replica("e", 1, true, ReplicaState.BOOTSTRAP);
    assertThat(incompleteWith(leaving)).isZero();
    assertThat(incompleteWith(leaving, coming)).isZero();
    assertThat(incompleteWith(down, elsewhere)).isEqualTo(1);
    assertThat(incompleteWith(coming)).isEqualTo(1);
    assertThat(incompleteWith()).isEqualTo(1);
  }

  /**
   * Incomplete partitions of a view with two: one has two copies, the other has {@code others} in
   * addition and should have three.
   */
  private static long incompleteWith(Replica... others) {
    List<Replica> two =
        List.of(
            replica("a", 1, true, ReplicaState.LEADER),
            replica("b", 1, true, ReplicaState.STANDBY));
    List<Replica> more = new ArrayList<>(two);
    more.addAll(List.of(others));
    return new ClusterView(
            HERE,
            List.of(HERE, THERE),
            List.of(),
            List.of(new Partition(0, false, 2, two), new Partition(1, false, 3, more)))
        .incompletePartitions();
  }

  @Test
  void viewsOfTheSameContentAreEqual() {
    assertThat(view(List.of(HERE, THERE))).isEqualTo(view(List.of(HERE, THERE)));
    assertThat(view(List.of(HERE, THERE))).isNotEqualTo(view(List.of(HERE)));
  }

  @Test
  void theLocalDataCentreMustBeKnown() {
    assertThatThrownBy(() -> view(List.of(THERE))).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", "a b", "a/b", "ä"})
  void namesThatCouldNotStandInACertificateOrPathAreRefused(String name) {
    assertThatThrownBy(() -> new NodeId(name)).isInstanceOf(IllegalArgumentException.class);
  }

  private static ClusterView view(List<DataCenter> dataCenters) {
    Replica replica = replica("a", 1, true, ReplicaState.LEADER);
    return new ClusterView(
        HERE,
        dataCenters,
        List.of(replica.node()),
        List.of(new Partition(0, false, List.of(replica))));
  }

  private static Replica replica(String name, int dataCenter, boolean live, ReplicaState state) {
    Endpoint endpoint = new Endpoint("localhost", 1);
    return new Replica(new StorageNode(new NodeId(name), dataCenter, "z", endpoint, live), state);
  }
}
