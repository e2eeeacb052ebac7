package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The replicas that have a blob when its PUT is acknowledged, by durability level. */
class DurabilityLevelTest {
  private static final int CHUNK = TestCluster.CHUNK;
  private static final Duration FAR = Duration.ofMillis(40);

  private static TestCluster cluster(int dataCenters) {
    TestCluster cluster = new TestCluster(7, dataCenters, 4);
    for (int dataCenter = 2; dataCenter <= dataCenters; dataCenter++) {
      cluster.nodesIn(dataCenter).forEach(node -> node.delay = FAR);
    }
    return cluster;
  }

  private static BlobId put(TestCluster cluster, DurabilityLevel level, int size) {
    return cluster.put(cluster.upload(level), cluster.body(cluster.bytes(size))).id();
  }

  private static long holders(TestCluster cluster, int dataCenter, BlobId id) {
    return cluster.nodesIn(dataCenter).stream().filter(node -> node.has(id)).count();
  }

  private static long readableEverywhere(TestCluster cluster, int dataCenters) {
    long readable = 0;
    for (int dataCenter = 1; dataCenter <= dataCenters; dataCenter++) {
      readable += cluster.nodesIn(dataCenter).stream().mapToLong(FakeNode::readable).sum();
    }
    return readable;
  }

  private static List<BlobId> records(TestCluster cluster, BlobId id) {
    List<BlobId> records = new ArrayList<>(cluster.chunksOf(id));
    records.add(id);
    return records;
  }

  @Test
  void localDurabilitySendsNothingToOtherDataCentres() {
    TestCluster cluster = cluster(3);
    put(cluster, DurabilityLevel.LOCAL, 3 * CHUNK);
    cluster.carrier.settle();
    assertThat(cluster.nodes.sent())
        .allSatisfy(sent -> assertThat(sent.node().name()).startsWith("1-"));
    assertThat(cluster.metrics.value("aumbry_router_puts_total", "local")).isOne();
  }

  /** Local and remote writes run in parallel. */
  @ParameterizedTest
  @ValueSource(ints = {100, 5 * CHUNK + 7})
  void remoteDurabilityNeedsAQuorumHereAndOneReplicaElsewhere(int size) {
    TestCluster cluster = cluster(3);
    cluster.nodesIn(1).forEach(node -> node.delay = FAR.minusMillis(1));
    BlobId[] id = new BlobId[1];
    Duration took = cluster.took(() -> id[0] = put(cluster, DurabilityLevel.REMOTE, size));
    // The upload record, three chunks at a time, and the manifest.
    assertThat(took).isLessThan(FAR.multipliedBy(size == 100 ? 1 : 4).plusMillis(10));
    for (BlobId record : records(cluster, id[0])) {
      assertThat(holders(cluster, 1, record)).isGreaterThanOrEqualTo(2);
      assertThat(holders(cluster, 2, record) + holders(cluster, 3, record)).isOne();
    }
    assertThat(cluster.metrics.value("aumbry_router_puts_total", "remote")).isOne();
    cluster.requireNothingHeld();
  }

  /** The leader would pull a record sent to any other replica a second time. */
  @Test
  void theLeaderElsewhereGetsTheRecord() {
    TestCluster cluster = cluster(2);
    for (int partition = 0; partition < 4; partition++) {
      cluster.see(partition, "2-" + (partition % 2 * 3 + partition / 2), ReplicaState.LEADER);
    }
    for (int i = 0; i < 20; i++) {
      BlobId id = put(cluster, DurabilityLevel.REMOTE, 100);
      int leader = id.partition() % 2 * 3 + id.partition() / 2;
      assertThat(cluster.node("2-" + leader).has(id)).as("partition %d", id.partition()).isTrue();
      assertThat(holders(cluster, 2, id)).isOne();
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 100", "3, 100", "4, 100", "5, 100", "3, 600000"})
  void majorityNeedsAQuorumInMostDataCentres(int dataCenters, int size) {
    TestCluster cluster = cluster(dataCenters);
    BlobId id = put(cluster, DurabilityLevel.MAJORITY, size);
    for (BlobId record : records(cluster, id)) {
      int having = 0;
      for (int dataCenter = 1; dataCenter <= dataCenters; dataCenter++) {
        having += holders(cluster, dataCenter, record) >= 2 ? 1 : 0;
      }
      assertThat(having).isEqualTo(dataCenters / 2 + 1);
      assertThat(holders(cluster, 1, record)).isGreaterThanOrEqualTo(2);
    }
    assertThat(cluster.metrics.value("aumbry_router_puts_total", "majority")).isOne();
    cluster.requireNothingHeld();
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "MUTE", "REFUSING", "FULL"})
  void anotherReplicaOrDataCentreReplacesAFailedOne(Fault fault) {
    for (DurabilityLevel level : List.of(DurabilityLevel.REMOTE, DurabilityLevel.MAJORITY)) {
      TestCluster cluster = cluster(3);
      cluster.fault(2, fault);
      Duration first = cluster.took(() -> put(cluster, level, 3 * CHUNK));
      assertThat(first).isLessThan(TestCluster.config().nodeTimeout().plusMillis(400));
      for (int i = 0; i < 5; i++) {
        assertThat(cluster.took(() -> put(cluster, level, 100)))
            .isLessThan(FAR.multipliedBy(4).plusMillis(20));
      }
      cluster.fault(2, Fault.NONE);
      cluster.requireNothingHeld();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "MUTE", "REFUSING", "FULL"})
  void twoFailingReplicasOfThreeDoNotMatterForRemote(Fault fault) {
    TestCluster cluster = cluster(2);
    for (int i : new int[] {0, 1, 3, 4}) {
      cluster.node("2-" + i).fault = fault;
    }
    BlobId id = put(cluster, DurabilityLevel.REMOTE, 3 * CHUNK);
    for (BlobId record : records(cluster, id)) {
      assertThat(cluster.node("2-" + (2 + 3 * (record.partition() % 2))).has(record)).isTrue();
    }
    cluster.nodesIn(2).forEach(node -> node.fault = Fault.NONE);
    cluster.requireNothingHeld();
  }

  @Test
  void theNearestDataCentreIsPreferred() {
    TestCluster cluster = cluster(3);
    cluster.nodesIn(3).forEach(node -> node.delay = Duration.ofMillis(300));
    for (int i = 0; i < 20; i++) {
      put(cluster, DurabilityLevel.REMOTE, 100);
    }
    cluster.nodes.sent().clear();
    for (int i = 0; i < 50; i++) {
      assertThat(cluster.took(() -> put(cluster, DurabilityLevel.REMOTE, 100)))
          .isLessThan(FAR.plusMillis(20));
    }
    assertThat(cluster.nodes.sent())
        .noneSatisfy(sent -> assertThat(sent.node().name()).startsWith("3-"));
  }

  private static ByteSource untouched() {
    return new ByteSource() {
      @Override
      public Optional<Buffer> next() {
        throw new AssertionError("the body was read");
      }

      @Override
      public void close() {
        throw new AssertionError("the body was closed");
      }
    };
  }

  @ParameterizedTest
  @EnumSource(
      value = DurabilityLevel.class,
      names = {"REMOTE", "MAJORITY"})
  void anUnreachableDurabilityIsRefusedBeforeTheBodyIsRead(DurabilityLevel level) {
    TestCluster one = cluster(1);
    assertCode(() -> one.put(one.upload(level), untouched()), ErrorCode.DURABILITY_NOT_REACHED);
    TestCluster two = cluster(2);
    for (int i = 0; i < 6; i++) {
      two.see("2-" + i, false);
    }
    assertCode(() -> two.put(two.upload(level), untouched()), ErrorCode.DURABILITY_NOT_REACHED);
    assertThat(two.nodes.sent()).isEmpty();
    for (int i = 0; i < 6; i++) {
      two.see("2-" + i, true);
    }
    assertThat(two.read(put(two, level, 100))).hasSize(100);
  }

  @Test
  void onlyPartitionsThatAreWritableElsewhereTakeRemoteRecords() {
    TestCluster cluster = cluster(2);
    for (int partition = 0; partition < 3; partition++) {
      for (int i = 0; i < 2; i++) {
        cluster.see(partition, "2-" + (3 * (partition % 2) + i), ReplicaState.OFFLINE);
      }
    }
    for (int i = 0; i < 10; i++) {
      assertThat(put(cluster, DurabilityLevel.MAJORITY, 100).partition()).isEqualTo(3);
      cluster.carrier.pass(Duration.ofMillis(200));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "REMOTE, DOWN, 100",
    "REMOTE, SILENT, 600000",
    "REMOTE, MUTE, 100",
    "REMOTE, REFUSING, 600000",
    "REMOTE, FULL, 100",
    "MAJORITY, DOWN, 600000",
    "MAJORITY, SILENT, 100",
    "MAJORITY, MUTE, 600000",
    "MAJORITY, REFUSING, 100",
    "MAJORITY, FULL, 100"
  })
  void aPutThatNoOtherDataCentreTakesLeavesNothingBehind(
      DurabilityLevel level, Fault fault, int size) {
    TestCluster cluster = cluster(2);
    cluster.fault(2, fault);
    Duration took =
        cluster.took(
            () -> assertCode(() -> put(cluster, level, size), ErrorCode.DURABILITY_NOT_REACHED));
    assertThat(took).isLessThan(TestCluster.config().nodeTimeout().multipliedBy(2).plusMillis(500));
    cluster.fault(2, Fault.NONE);
    cluster.requireNothingHeld();
    assertThat(readableEverywhere(cluster, 2)).isZero();
    // Local uploads are not affected.
    cluster.fault(2, fault);
    assertThat(cluster.took(() -> put(cluster, DurabilityLevel.LOCAL, size)))
        .isLessThan(Duration.ofMillis(20));
    cluster.fault(2, Fault.NONE);
  }

  @Test
  void lessThanAQuorumElsewhereIsNoMajorityAndItsRecordsAreDeleted() {
    TestCluster cluster = cluster(2);
    for (int i : new int[] {0, 1, 3, 4}) {
      cluster.node("2-" + i).fault = Fault.REFUSING;
    }
    assertCode(() -> put(cluster, DurabilityLevel.MAJORITY, 100), ErrorCode.DURABILITY_NOT_REACHED);
    cluster.fault(2, Fault.NONE);
    cluster.requireNothingHeld();
    assertThat(readableEverywhere(cluster, 2)).isZero();
  }

  @Test
  void aRecordThatMovesToAnotherPartitionIsDeletedFromTheFirst() {
    TestCluster cluster = cluster(2);
    cluster.node("1-0").fault = Fault.REFUSING;
    cluster.node("1-1").fault = Fault.REFUSING;
    for (int i = 0; i < 8; i++) {
      assertThat(put(cluster, DurabilityLevel.MAJORITY, 100).partition() % 2).isEqualTo(1);
      cluster.carrier.pass(Duration.ofMillis(200));
    }
    assertThat(cluster.metrics.value("aumbry_router_put_partition_retries_total")).isPositive();
    cluster.nodesIn(1).forEach(node -> node.fault = Fault.NONE);
    cluster.requireNothingHeld();
    assertThat(readableEverywhere(cluster, 2)).isEqualTo(8 * 6);
  }

  /** Half of the memory remains for others while the remote data centre is slow. */
  @Test
  void aSlowDataCentreHoldsAtMostPartOfTheMemory() {
    TestCluster cluster = cluster(2);
    long half = TestCluster.config().memory().bytes() / 2;
    cluster.nodesIn(2).forEach(node -> node.delay = Duration.ofMillis(1500));
    for (int i = 0; i < 20; i++) {
      cluster.carrier.start(
          "upload-" + i,
          () -> {
            try {
              cluster.router.put(
                  cluster.upload(DurabilityLevel.REMOTE),
                  cluster.body(cluster.bytes(6 * CHUNK)),
                  cluster.carrier.request(Duration.ofMinutes(5)));
            } catch (AumbryException refused) {
              assertThat(refused.code()).isEqualTo(ErrorCode.OVERLOADED);
            }
          });
    }
    for (int i = 0; i < 30; i++) {
      assertThat(cluster.took(() -> put(cluster, DurabilityLevel.LOCAL, 3 * CHUNK)))
          .isLessThan(Duration.ofMillis(20));
      assertThat(cluster.router.bodyMemoryHeld()).isLessThanOrEqualTo(half + 4L * CHUNK);
      cluster.carrier.pass(Duration.ofMillis(100));
    }
    cluster.requireNothingHeld();
    assertThat(cluster.metrics.value("aumbry_router_puts_total", "remote")).isPositive();
  }

  @Test
  void anUploadMayRaiseTheDurability() {
    assertThat(DurabilityLevel.LOCAL.or(DurabilityLevel.REMOTE)).isEqualTo(DurabilityLevel.REMOTE);
    assertThat(DurabilityLevel.MAJORITY.or(DurabilityLevel.REMOTE))
        .isEqualTo(DurabilityLevel.MAJORITY);
    assertThat(DurabilityLevel.LOCAL.or(DurabilityLevel.LOCAL)).isEqualTo(DurabilityLevel.LOCAL);
  }

  @Test
  void otherDataCentresGetAnIdenticalRecord() {
    TestCluster cluster = cluster(2);
    byte[] bytes = cluster.bytes(100);
    BlobId id = cluster.put(cluster.upload(DurabilityLevel.MAJORITY), cluster.body(bytes)).id();
    cluster.carrier.settle();
    cluster.fault(1, Fault.DOWN);
    assertThat(cluster.read(id)).isEqualTo(bytes);
    assertThat(
            cluster.nodes.sent().stream()
                .filter(sent -> sent.request() instanceof NodeRequest.Put)
                .map(sent -> ((NodeRequest.Put) sent.request()).id())
                .distinct())
        .containsExactly(id);
  }
}
