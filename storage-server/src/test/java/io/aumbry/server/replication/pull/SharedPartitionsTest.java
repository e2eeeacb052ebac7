package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.server.replication.pull.SharedPartitions.Change;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SharedPartitionsTest {
  private static final NodeId A = new NodeId("a");
  private static final NodeId B = new NodeId("b");

  private final SharedPartitions shared = new SharedPartitions(new NodeId("self"));

  private static ClusterView view(String replicas) {
    return PeerViews.view(2, replicas);
  }

  private Optional<Change> update(int partition, String replicas) {
    Partition placed = view(replicas).partitions().getFirst();
    return shared.update(partition, Optional.of(placed));
  }

  @Test
  void aChangeOfAReplicaConcernsTheNodesOfItsPartition() {
    assertThat(update(1, "self:STANDBY a:STANDBY").orElseThrow().concerned()).containsOnly(A);
    assertThat(update(2, "self:STANDBY b:STANDBY").orElseThrow().concerned()).containsOnly(B);
    assertThat(update(1, "self:STANDBY a:LEADER").orElseThrow().concerned()).containsOnly(A);
    assertThat(update(1, "self:STANDBY a:LEADER")).isEmpty();
  }

  @Test
  void aMoveConcernsTheOldNodeAndTheNewOne() {
    update(1, "self:STANDBY a:STANDBY");
    Change move = update(1, "self:STANDBY b:STANDBY").orElseThrow();
    assertThat(move.before()).containsOnly(A);
    assertThat(move.now()).containsOnly(B);
    assertThat(shared.with(A)).isEmpty();
    assertThat(shared.with(B)).containsExactly(1);
  }

  @Test
  void thePartitionsWithAPeerAreInOrder() {
    update(7, "self:STANDBY a:STANDBY b:STANDBY");
    update(3, "self:STANDBY a:STANDBY");
    assertThat(shared.with(A)).containsExactly(3, 7);
    assertThat(shared.with(B)).containsExactly(7);
    assertThat(shared.peersOf(7)).containsOnly(A, B);
  }

  @Test
  void aPartitionThatLeavesIsSharedWithNobody() {
    update(7, "self:STANDBY a:STANDBY");
    assertThat(shared.update(7, Optional.empty()).orElseThrow().now()).isEmpty();
    assertThat(shared.with(A)).isEmpty();
    assertThat(shared.update(7, Optional.empty())).isEmpty();
  }

  @Test
  void aViewConcernsThePeersThatItDescribesDifferently() {
    update(7, "self:STANDBY a:STANDBY b:STANDBY");
    ClusterView first = view("self:STANDBY a:STANDBY b:STANDBY");
    assertThat(shared.update(first)).isEqualTo(Set.of(A, B));
    assertThat(shared.update(first)).isEmpty();
    assertThat(shared.update(view("self:STANDBY a:STANDBY"))).as("b is gone").containsOnly(B);
  }
}
