package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A router with a storage node in its own process, which has a replica of the blob. */
final class NodeInProcessTest {
  private static final int READS = 12;
  private static final String FAILURES = "aumbry_router_replica_failures_total";

  private final TestCluster cluster = new TestCluster(5, 1, 2);
  private final byte[] bytes = cluster.bytes(1000);
  private final BlobId id = cluster.stored(bytes);
  private final String own = "1-" + (3 * (id.partition() % 2) + 1);

  @BeforeEach
  void shareTheProcess() {
    cluster.nodes.own = Optional.of(new NodeId(own));
  }

  @AfterEach
  void requireNothingHeld() {
    cluster.requireNothingHeld();
  }

  private Set<String> asked() {
    return cluster.nodes.sent().stream()
        .map(sent -> sent.node().name())
        .collect(Collectors.toSet());
  }

  private void read(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(cluster.read(id)).isEqualTo(bytes);
    }
  }

  @Test
  void readsAskOnlyTheReplicaInTheProcess() {
    read(READS);
    assertThat(asked()).containsExactly(own);
  }

  @Test
  void readsOfOtherPartitionsAskTheNodesThatHaveThem() {
    cluster.nodes.own = Optional.of(new NodeId("1-" + 3 * ((id.partition() + 1) % 2)));
    read(READS);
    assertThat(asked()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(names = {"ERROR", "BOOTSTRAP", "OFFLINE", "DROPPED"})
  void aReplicaThatDoesNotServeIsNotPreferred(ReplicaState state) {
    cluster.see(id.partition(), own, state);
    read(READS);
    assertThat(asked()).hasSize(2).doesNotContain(own);
  }

  /** A replica in doubt refuses, whatever the view says of it. */
  @Test
  void aReplicaThatRefusesIsAskedAgainOnlyAfterAWhile() {
    cluster.node(own).fault = Fault.REFUSING;
    read(READS);
    assertThat(cluster.node(own).requests()).isEqualTo(2);
    cluster.node(own).fault = Fault.NONE;
    cluster.carrier.pass(Duration.ofSeconds(6));
    cluster.nodes.sent().clear();
    read(READS);
    assertThat(asked()).containsExactly(own);
  }

  /**
   * The coordinator decides which nodes are up: it may have given the replicas of a node without a
   * session to others. So the node gets no writes and is asked last.
   */
  @Test
  void aNodeThatTheViewCallsDownIsNotPreferredAndGetsNoWrites() {
    cluster.see(own, false);
    read(READS);
    assertThat(asked()).hasSize(2).doesNotContain(own);
    for (int i = 0; i < READS; i++) {
      cluster.put(cluster.bytes(10));
    }
    assertThat(asked()).doesNotContain(own);
  }

  /** A read of a blob that only this node still has must not fail. */
  @Test
  void aNodeThatTheViewCallsDownIsAskedWhenNoOtherHasTheBlob() {
    cluster.see(own, false);
    cluster.replicasOf(id).stream()
        .filter(node -> node != cluster.node(own))
        .forEach(node -> node.fault = Fault.DOWN);
    read(1);
    assertThat(asked()).contains(own);
  }

  @Test
  void aDiskThatHangsIsHedgedLikeThatOfAPeer() {
    read(100);
    cluster.node(own).fault = Fault.SILENT;
    Duration took = cluster.took(() -> read(1));
    assertThat(took).isLessThan(Duration.ofMillis(100));
    assertThat(cluster.metrics.value("aumbry_router_hedges_won_total")).isEqualTo(1);
  }

  /** The allowance for hedges ends at some time. The next read waits for the node timeout. */
  @Test
  void aDiskThatHangsIsAvoidedAfterACallTimedOut() {
    read(100);
    cluster.node(own).fault = Fault.SILENT;
    for (int i = 0; i < 100 && cluster.metrics.value(FAILURES, "local") == 0; i++) {
      read(1);
    }
    assertThat(cluster.metrics.value(FAILURES, "local")).isEqualTo(1);
    cluster.nodes.sent().clear();
    read(READS);
    assertThat(asked()).doesNotContain(own);
  }

  @Test
  void anAbsenceStillNeedsAQuorum() {
    cluster.replicasOf(id).forEach(node -> node.fault = Fault.NONE);
    BlobId unknown =
        BlobId.create(
            new BlobId.Owner(1, 101, 5, false),
            id.kind(),
            id.partition(),
            id.createdMillis(),
            cluster.random);
    assertThat(cluster.get(unknown, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    assertThat(asked()).hasSize(2).contains(own);
  }

  /** The partitions of puts at the same time, by the first server. */
  private record Puts(List<Integer> same, List<Integer> different) {}

  /**
   * Two servers put a small blob at the same time, again and again. Nodes 1-0 to 1-2 have the
   * replicas of even partitions, and the others those of odd ones.
   */
  private static Puts putsOfTwo(String first, String second) {
    TestCluster many = new TestCluster(7, 1, 16);
    ClusterRouter other =
        new ClusterRouter(
            many,
            many.nodes,
            TestCluster.config(),
            many.carrier,
            new Random(8),
            new Random(9),
            new Metrics());
    Puts puts = new Puts(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < 200; i++) {
      many.carrier.pass(Duration.ofMillis(100));
      many.nodes.own = Optional.of(new NodeId(first));
      int one = many.put(many.bytes(1000)).id().partition();
      many.nodes.own = Optional.of(new NodeId(second));
      BlobId id =
          many.carrier
              .run(() ->
                  other.put(
                      many.upload(),
                      many.body(many.bytes(1000)),
                      many.carrier.request(Duration.ofSeconds(10))))
              .id();
      (one == id.partition() ? puts.same() : puts.different()).add(one);
      many.carrier.settle();
    }
    many.requireNothingHeld();
    return puts;
  }

  /** So that each disk writes and syncs their blobs together. */
  @Test
  void serversWithReplicasOfTheSamePartitionsPutSmallBlobsIntoTheSameAtATime() {
    List<Integer> same = putsOfTwo("1-0", "1-1").same();
    assertThat(same).hasSizeGreaterThan(90);
    assertThat(same.stream().filter(partition -> partition % 2 == 0).distinct())
        .as("each partition has its turns")
        .hasSize(8);
  }

  @Test
  void otherServersChooseTheirOwnPartitions() {
    assertThat(putsOfTwo("1-0", "1-3").same()).hasSizeLessThan(40);
    assertThat(putsOfTwo("nowhere", "elsewhere").same()).hasSizeLessThan(40);
  }
}
