package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.server.LocalWires;
import io.aumbry.server.ServerConfig;
import io.aumbry.server.TestCluster;
import io.aumbry.server.replication.Agreements;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.store.BlobStore;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.partition.Openings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conditions for an agreement of all replicas. */
class AgreementsTest {
  private static final int PARTITION = 5;
  private static final long NOW = 1_000_000;
  private static final NodeId SELF = new NodeId("node-1");
  private static final NodeId TWO = new NodeId("node-2");
  private static final NodeId THREE = new NodeId("node-3");
  private static final DataCenter HERE = new DataCenter(1, "here");
  private static final DataCenter THERE = new DataCenter(2, "there");

  @TempDir private Path folder;
  private final ReplicaProgress progress =
      new ReplicaProgress(
          true, Map.of(), StalenessCheckTest.fresh(), new Openings(List.of(new Opening(0, 0))));
  private final Agreements agreements = new Agreements(SELF, ReplicationConfig.defaults());
  private Optional<TestCluster> cluster = Optional.empty();

  @AfterEach
  void stop() {
    cluster.ifPresent(TestCluster::close);
  }

  private HostedReplica replica(ReplicaProgress with) {
    TestCluster started =
        new TestCluster(folder, ServerConfig.defaults().withCopies(1), new LocalWires());
    cluster = Optional.of(started);
    StoreReplicaDisk disk = started.start("holder").disks().getFirst();
    BlobStore store = disk.create(PARTITION);
    return new HostedReplica(disk, store, ReplicaState.STANDBY, with);
  }

  private static Replica replica(NodeId node, DataCenter in, ReplicaState state) {
    StorageNode at =
        new StorageNode(node, in.id(), "z-" + node, new Endpoint("localhost", 1), true);
    return new Replica(at, state);
  }

  private static ClusterView view(List<DataCenter> dataCenters, Replica... replicas) {
    List<StorageNode> nodes = new ArrayList<>();
    for (Replica replica : replicas) {
      nodes.add(replica.node());
    }
    Partition partition = new Partition(PARTITION, false, List.of(replicas));
    return new ClusterView(HERE, dataCenters, nodes, List.of(partition));
  }

  private static ClusterView whole() {
    return view(
        List.of(HERE),
        replica(SELF, HERE, ReplicaState.STANDBY),
        replica(TWO, HERE, ReplicaState.STANDBY),
        replica(THREE, HERE, ReplicaState.OFFLINE));
  }

  private void hear(NodeId peer, long acknowledged, long inSync) {
    progress.acknowledged(peer.name(), new Acknowledged(acknowledged, NOW));
    inSync(progress, peer, inSync);
  }

  private static void inSync(ReplicaProgress of, NodeId peer, long millis) {
    of.heard(peer, new Source(new UUID(7, 7), 0, 0, true, new Opening(0, 0), 0, 0), millis);
  }

  @Test
  void theEarliestStatementOfAllOthersCounts() {
    hear(TWO, 10, 500);
    hear(THREE, 7, 900);
    assertThat(agreements.of(replica(progress), whole(), NOW)).contains(new Agreement(7, 500));
  }

  /** A full disk takes no records, but it can be read. */
  @Test
  void aReplicaThatIsNotInStepHoldsTheAgreementBack() {
    HostedReplica replica = replica(progress);
    hear(TWO, 10, 500);
    inSync(progress, THREE, 900);
    progress.acknowledged(THREE.name(), new Acknowledged(9, 100));
    assertThat(agreements.of(replica, whole(), NOW)).contains(new Agreement(9, 500, 100));
    progress.acknowledged(THREE.name(), new Acknowledged(0, 0));
    assertThat(agreements.of(replica, whole(), NOW)).contains(new Agreement(0, 500, 0));
  }

  @Test
  void aPeerThatHasNotPulledOrWasNeverInStepPreventsAnAgreement() {
    HostedReplica replica = replica(progress);
    hear(TWO, 10, 500);
    assertThat(agreements.of(replica, whole(), NOW)).isEmpty();
    progress.acknowledged(THREE.name(), new Acknowledged(7, NOW));
    assertThat(agreements.of(replica, whole(), NOW)).isEmpty();
    inSync(progress, THREE, 3);
    assertThat(agreements.of(replica, whole(), NOW)).contains(new Agreement(7, 3));
  }

  @Test
  void aPeerThatWasPulledButHasNotPulledItselfPreventsAnAgreement() {
    HostedReplica replica = replica(progress);
    hear(TWO, 10, 500);
    inSync(progress, THREE, 900);
    assertThat(agreements.of(replica, whole(), NOW)).isEmpty();
  }

  @Test
  void anIncompleteReplicaHasNoAgreement() {
    ReplicaProgress young =
        new ReplicaProgress(
            false,
            Map.of(TWO, new PeerToken(new UUID(1, 1), 3, 0)),
            StalenessCheckTest.fresh(),
            new Openings(List.of(new Opening(0, 0))));
    for (NodeId peer : List.of(TWO, THREE)) {
      young.acknowledged(peer.name(), new Acknowledged(10, NOW));
      inSync(young, peer, 500);
    }
    assertThat(agreements.of(replica(young), whole(), NOW)).isEmpty();
  }

  @Test
  void aPartialViewGivesNoAgreement() {
    HostedReplica replica = replica(progress);
    hear(TWO, 10, 500);
    hear(THREE, 10, 500);
    ClusterView twoOfThree =
        view(
            List.of(HERE),
            replica(SELF, HERE, ReplicaState.STANDBY),
            replica(TWO, HERE, ReplicaState.STANDBY),
            replica(THREE, HERE, ReplicaState.DROPPED));
    assertThat(agreements.of(replica, twoOfThree, NOW)).isEmpty();
    ClusterView otherDataCenterIsEmpty =
        view(
            List.of(HERE, THERE),
            whole().partition(PARTITION).orElseThrow().replicas().toArray(Replica[]::new));
    assertThat(agreements.of(replica, otherDataCenterIsEmpty, NOW)).isEmpty();
    ClusterView unknown = new ClusterView(HERE, List.of(HERE), List.of(), List.of());
    assertThat(agreements.of(replica, unknown, NOW)).isEmpty();
  }
}
