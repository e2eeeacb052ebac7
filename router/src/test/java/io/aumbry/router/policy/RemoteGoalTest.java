package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of other data centres that a PUT needs. */
class RemoteGoalTest {
  private static final int LOCAL = 1;
  private static final RemoteGoal MAJORITY = new RemoteGoal(true, 2);

  /** Data centres of three replicas each; the view lists only some. */
  private static ClusterView view(int configured, int listed) {
    List<DataCenter> dataCenters =
        IntStream.rangeClosed(1, configured).mapToObj(id -> new DataCenter(id, "dc" + id)).toList();
    List<StorageNode> nodes = new ArrayList<>();
    List<Replica> replicas = new ArrayList<>();
    for (int dataCenter = 1; dataCenter <= listed; dataCenter++) {
      for (int copy = 1; copy <= 3; copy++) {
        NodeId id = new NodeId("dc" + dataCenter + "-node-" + copy);
        nodes.add(new StorageNode(id, dataCenter, "z" + copy, new Endpoint("localhost", 1), true));
        replicas.add(new Replica(nodes.getLast(), ReplicaState.STANDBY));
      }
    }
    Partition partition = new Partition(7, false, 3, replicas);
    return new ClusterView(dataCenters.getFirst(), dataCenters, nodes, List.of(partition));
  }

  /** Together with the local one they are a majority of the configured data centres. */
  @ParameterizedTest
  @CsvSource({
    "2, 2, 1", "3, 3, 1", "3, 2, 1", "4, 4, 2", "4, 3, 2", "4, 2, 2", "5, 5, 2", "6, 4, 3"
  })
  void majorityCountsTheDataCentersOfTheConfiguration(int configured, int listed, int needed) {
    assertThat(MAJORITY.needed(view(configured, listed))).isEqualTo(needed);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 4, true",
    "4, 3, true",
    "4, 2, false",
    "3, 2, true",
    "2, 1, false",
    "1, 1, false"
  })
  void aViewWithTooFewDataCentersCannotMeetTheGoal(int configured, int listed, boolean met) {
    ClusterView view = view(configured, listed);
    Partition partition = view.partition(7).orElseThrow();
    assertThat(MAJORITY.canBeMet(partition, view)).isEqualTo(met);
    assertThat(MAJORITY.targets(partition, LOCAL)).hasSize(listed - 1);
  }

  @Test
  void remoteNeedsOneOther() {
    assertThat(new RemoteGoal(false, 2).needed(view(6, 6))).isOne();
  }

  /** Three replicas in data centre 2, some of them writable. */
  @ParameterizedTest
  @CsvSource({"1aS 2bS 2cS 2dX, 1, 2", "1aS 2bS 2cX 2dX, 0, 1", "1aS 2bX 2cX 2dX, 0, 0"})
  void aMajorityNeedsAWriteQuorumOfEachAndRemoteOneReplicaOfAny(
      String replicas, int quorums, int singles) {
    Partition listed = Views.partition(7, false, replicas);
    Partition partition = new Partition(7, false, 3, listed.replicas());
    assertThat(MAJORITY.targets(partition, LOCAL))
        .hasSize(quorums)
        .allMatch(target -> target.replicas().size() == 2 && target.enough() == 2);
    assertThat(new RemoteGoal(false, 2).targets(partition, LOCAL))
        .hasSize(singles)
        .allMatch(target -> target.replicas().size() == 1 && target.enough() == 1)
        .allMatch(target -> target.dataCenter() == 2);
  }

  /** Two of the four replicas may be the one that leaves and the one that comes. */
  @ParameterizedTest
  @CsvSource({
    "1aS 2bS 2cS 2dS 2eB, 3, true",
    "1aS 2bS 2cS 2dX 2eB, 3, true",
    "1aS 2bS 2cS 2dX 2eX, 3, false"
  })
  void duringAMoveAMajorityNeedsOneReplicaMore(String replicas, int enough, boolean isInReach) {
    Partition listed = Views.partition(7, false, replicas);
    Partition partition = new Partition(7, false, 3, listed.replicas());
    assertThat(MAJORITY.targets(partition, LOCAL))
        .hasSize(isInReach ? 1 : 0)
        .allMatch(target -> target.enough() == enough);
  }
}
