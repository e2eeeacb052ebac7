package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.router.Router.Upload;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterRouterGetTest {
  private static final int CHUNK = TestCluster.CHUNK;

  private final TestCluster cluster = new TestCluster(2, 2, 4);

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  @Test
  void smallBlobIsOneRequest() {
    byte[] bytes = cluster.bytes(4096);
    BlobId id = cluster.stored(bytes);
    assertThat(cluster.read(id)).isEqualTo(bytes);
    assertThat(cluster.nodes.sent()).hasSize(1);
  }

  @Test
  void propertiesAreThoseOfTheUpload() {
    BlobId id = cluster.stored(cluster.bytes(10));
    GetResult.Found found = (GetResult.Found) cluster.get(id, new ByteRange.None());
    assertThat(found.properties().labels()).isEqualTo(cluster.properties().labels());
    assertThat(found.properties().userMetadata()).containsEntry("key", "value");
    assertThat(found.properties().size()).isEqualTo(10);
    assertThat(found.range().length()).isZero();
  }

  @Test
  void propertiesOfALargeBlobNeedNoChunk() {
    BlobId id = cluster.stored(cluster.bytes(3 * CHUNK));
    GetResult.Found found = (GetResult.Found) cluster.get(id, new ByteRange.None());
    assertThat(found.properties().size()).isEqualTo(3L * CHUNK);
    assertThat(cluster.nodes.sent()).hasSize(1);
  }

  @Test
  void everyRangeOfEverySizeEqualsThatOfAnArray() {
    long seed = 20_261_120;
    Random random = new Random(seed);
    int[] sizes = {
      0, 1, 65_536, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 65_536, 4 * CHUNK + 3
    };
    for (int size : sizes) {
      byte[] bytes = cluster.bytes(size);
      BlobId id = cluster.stored(bytes);
      for (int i = 0; i < 40; i++) {
        requireSame(bytes, id, randomRange(random, size));
      }
    }
  }

  private void requireSame(byte[] bytes, BlobId id, ByteRange range) {
    var expected = range.resolve(bytes.length);
    String what = range + " of " + bytes.length;
    if (expected.isEmpty()) {
      assertThat(cluster.get(id, range))
          .as(what)
          .isEqualTo(new NodeResponse.Unsatisfiable(bytes.length));
    } else {
      int from = (int) expected.get().from();
      int to = (int) expected.get().to();
      assertThat(cluster.read(id, range)).as(what).isEqualTo(Arrays.copyOfRange(bytes, from, to));
    }
  }

  private static ByteRange randomRange(Random random, int size) {
    long[] points = {0, 1, 65_535, 65_536, CHUNK - 1, CHUNK, CHUNK + 1, size - 1, size, size + 1};
    long a = Math.max(0, pick(random, points));
    long b = Math.max(0, pick(random, points));
    return switch (random.nextInt(4)) {
      case 0 -> new ByteRange.FromTo(Math.min(a, b), Math.max(a, b));
      case 1 -> new ByteRange.From(a);
      case 2 -> new ByteRange.Suffix(a);
      default -> new ByteRange.All();
    };
  }

  private static long pick(Random random, long[] points) {
    return random.nextBoolean() ? points[random.nextInt(points.length)] : random.nextInt(5 * CHUNK);
  }

  @Test
  void aRangeReadsOnlyItsChunks() {
    byte[] bytes = cluster.bytes(20 * CHUNK);
    BlobId id = cluster.stored(bytes);
    int from = 7 * CHUNK + 100;
    assertThat(cluster.read(id, new ByteRange.FromTo(from, from + CHUNK)))
        .isEqualTo(Arrays.copyOfRange(bytes, from, from + CHUNK + 1));
    // The manifest and two chunks.
    assertThat(cluster.nodes.sent()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "MUTE", "REFUSING", "ROTTEN", "GARBLED"})
  void oneGoodReplicaIsEnough(Fault fault) {
    byte[] bytes = cluster.bytes(5 * CHUNK + 1);
    BlobId id = cluster.stored(bytes);
    for (String good : List.of("0", "1", "2")) {
      for (int i = 0; i < 3; i++) {
        Fault ordered = good.equals(String.valueOf(i)) ? Fault.NONE : fault;
        cluster.node("1-" + i).fault = ordered;
        cluster.node("1-" + (3 + i)).fault = ordered;
      }
      assertThat(cluster.read(id)).isEqualTo(bytes);
      assertThat(cluster.read(id, new ByteRange.FromTo(CHUNK - 5, 3 * CHUNK)))
          .isEqualTo(Arrays.copyOfRange(bytes, CHUNK - 5, 3 * CHUNK + 1));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 65_535, 65_536, 65_537, 100_000})
  void contentThatBreaksOffContinuesFromAnotherReplicaAtTheSameBlock(int after) {
    byte[] bytes = cluster.bytes(3 * CHUNK + 999);
    BlobId id = cluster.stored(bytes);
    for (int i = 0; i < 6; i++) {
      cluster.node("1-" + i).breaksAfter = i % 3 == 2 ? Integer.MAX_VALUE : after;
    }
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  @Test
  void aLateReplicaIsHedged() {
    byte[] bytes = cluster.bytes(1000);
    BlobId id = cluster.stored(bytes);
    for (int slow = 0; slow < 3; slow++) {
      for (FakeNode node : cluster.replicasOf(id)) {
        node.delay = Duration.ofMillis(1);
      }
      cluster.replicasOf(id).get(slow).delay = Duration.ofSeconds(1);
      long before = cluster.carrier.monotonicNanos();
      for (int i = 0; i < 4; i++) {
        assertThat(cluster.read(id)).isEqualTo(bytes);
      }
      assertThat(cluster.carrier.monotonicNanos() - before).isLessThan(400_000_000L);
    }
    assertThat(cluster.metrics.value("aumbry_router_hedges_won_total")).isPositive();
  }

  /** The late replica lacks the delete. It was asked before another replica told of the delete. */
  @Test
  void aLateAnswerDoesNotBringADeletedBlobBack() {
    int interesting = 0;
    for (int seed = 0; seed < 60; seed++) {
      TestCluster three = new TestCluster(seed, 1, 2);
      BlobId id = three.stored(three.bytes(1000));
      List<FakeNode> replicas = three.replicasOf(id);
      long now = three.carrier.wallMillis();
      for (FakeNode knowing : replicas.subList(1, 3)) {
        knowing.answer(new NodeRequest.Delete(id, now), Body.empty(), now);
      }
      replicas.get(0).delay = Duration.ofMillis(300);
      replicas.get(2).delay = Duration.ofMillis(900);
      GetResult result = three.get(id, new ByteRange.All());
      List<FakeNode> asked =
          three.nodes.sent().stream().map(sent -> three.nodes.node(sent.node())).toList();
      if (asked.subList(0, 2).equals(replicas.subList(0, 2))) {
        interesting++;
        assertThat(result).isEqualTo(new NodeResponse.Missing(Absence.DELETED));
      } else if (result instanceof GetResult.Found found) {
        found.content().close();
      }
    }
    assertThat(interesting).isPositive();
  }

  @Test
  void hedgesStayWithinTheirShareWhenAllNodesAreSlow() {
    BlobId id = cluster.stored(cluster.bytes(1000));
    cluster.replicasOf(id).forEach(node -> node.delay = Duration.ofMillis(400));
    for (int i = 0; i < 400; i++) {
      cluster.read(id);
    }
    assertThat(cluster.metrics.value("aumbry_router_hedges_sent_total"))
        .isBetween(1.0, 10.0 + 400 / 20);
  }

  @Test
  void aSlowReplicaIsHedgedAfterTheLatencyOfItsPeers() {
    BlobId id = cluster.stored(cluster.bytes(1000));
    for (int i = 0; i < 2000; i++) {
      cluster.read(id);
    }
    cluster.replicasOf(id).getFirst().delay = Duration.ofMillis(45);
    for (int i = 0; i < 30; i++) {
      long before = cluster.carrier.monotonicNanos();
      cluster.read(id);
      // A hedge at the initial delay would come after the slow answer.
      assertThat(cluster.carrier.monotonicNanos() - before).isLessThan(46_000_000L);
    }
    assertThat(cluster.metrics.value("aumbry_router_hedges_won_total")).isPositive();
  }

  @Test
  void anUnknownIdIsNotFound() {
    BlobId id = unknown(1);
    assertThat(cluster.get(id, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
    assertThat(cluster.nodes.sent()).hasSize(2);
  }

  private BlobId unknown(int dataCenter) {
    return BlobId.create(
        new BlobId.Owner(dataCenter, 101, 5, false), BlobKind.SIMPLE, 0, 1, cluster.random);
  }

  @Test
  void notFoundNeedsReplicasThatOverlapEachWriteQuorum() {
    BlobId id = unknown(1);
    cluster.node("1-0").fault = Fault.DOWN;
    assertThat(cluster.get(id, new ByteRange.All())).isInstanceOf(NodeResponse.Missing.class);
    cluster.node("1-1").fault = Fault.REFUSING;
    assertCode(() -> cluster.get(id, new ByteRange.All()), ErrorCode.QUORUM_NOT_REACHED);
  }

  @Test
  void bootstrappingReplicaHasNoVoteOnAbsence() {
    BlobId id = unknown(1);
    cluster.see(0, "1-0", ReplicaState.BOOTSTRAP);
    cluster.see("1-1", false);
    assertCode(() -> cluster.get(id, new ByteRange.All()), ErrorCode.QUORUM_NOT_REACHED);
  }

  @Test
  void aBootstrappingReplicaIsAskedLast() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = cluster.stored(bytes);
    int group = id.partition() % 2;
    for (int i = 1; i < 3; i++) {
      cluster.node("1-" + (3 * group + i)).forget(id);
    }
    cluster.see(id.partition(), "1-" + 3 * group, ReplicaState.BOOTSTRAP);
    cluster.node("1-" + (3 * group + 1)).fault = Fault.DOWN;
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  /** An outdated view takes it for complete. It has the blob, and not the delete. */
  @Test
  void anIncompleteReplicaIsAskedAgainAfterAllOthers() {
    BlobId deleted = cluster.stored(cluster.bytes(100));
    byte[] bytes = cluster.bytes(100);
    BlobId alive = cluster.stored(bytes);
    FakeNode incomplete = cluster.replicasOf(deleted).getFirst();
    incomplete.fault = Fault.INCOMPLETE;
    List<FakeNode> others = cluster.replicasOf(deleted).subList(1, 3);
    others.forEach(node ->
        node.answer(
            new NodeRequest.Delete(deleted, 1), Body.empty(), cluster.carrier.wallMillis()));
    for (int read = 0; read < 20; read++) {
      assertThat(cluster.get(deleted, new ByteRange.All()))
          .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    }
    others.forEach(node -> node.fault = Fault.DOWN);
    assertThat(cluster.read(alive)).isEqualTo(bytes);
  }

  /** The only other one that is up knows of the delete. */
  @Test
  void anIncompleteReplicaIsAskedAgainOnlyAfterASlowOneHasAnswered() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = cluster.stored(bytes);
    List<FakeNode> replicas = cluster.replicasOf(id);
    replicas.get(0).fault = Fault.INCOMPLETE;
    FakeNode complete = replicas.get(1);
    complete.answer(new NodeRequest.Delete(id, 1), Body.empty(), cluster.carrier.wallMillis());
    complete.delay = Duration.ofMillis(300);
    replicas.get(2).fault = Fault.DOWN;
    for (int read = 0; read < 20; read++) {
      assertCode(() -> cluster.get(id, new ByteRange.All()), ErrorCode.QUORUM_NOT_REACHED);
    }
    complete.delay = Duration.ofMinutes(5);
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  /** Two are incomplete, so no other replica is left to ask while the third hangs. */
  @Test
  void aReplicaThatHangsDelaysALastResortByAFifthOfItsTimeout() {
    for (int seed = 0; seed < 10; seed++) {
      TestCluster three = new TestCluster(seed, 1, 1);
      byte[] bytes = three.bytes(100);
      BlobId id = three.stored(bytes);
      List<FakeNode> replicas = three.replicasOf(id);
      replicas.get(0).fault = Fault.INCOMPLETE;
      replicas.get(1).fault = Fault.INCOMPLETE;
      replicas.get(2).delay = Duration.ofMinutes(5);
      long begin = three.carrier.monotonicNanos();
      assertThat(three.read(id)).isEqualTo(bytes);
      assertThat(three.carrier.monotonicNanos() - begin).isLessThan(500_000_000L);
    }
  }

  /** Only a node that refuses the usual request is sent the other one. Earlier builds lack it. */
  @Test
  void aBootstrappingReplicaIsFirstAskedAsAnyOther() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = cluster.stored(bytes);
    int first = 3 * (id.partition() % 2);
    FakeNode incomplete = cluster.node("1-" + first);
    cluster.node("1-" + (first + 1)).fault = Fault.DOWN;
    cluster.node("1-" + (first + 2)).fault = Fault.DOWN;
    cluster.see(id.partition(), "1-" + first, ReplicaState.BOOTSTRAP);
    assertThat(cluster.read(id)).isEqualTo(bytes);
    assertThat(lastResorts()).isZero();
    incomplete.fault = Fault.INCOMPLETE;
    assertThat(cluster.read(id)).isEqualTo(bytes);
    assertThat(lastResorts()).isOne();
  }

  private long lastResorts() {
    return cluster.nodes.sent().stream()
        .filter(sent -> sent.request() instanceof NodeRequest.Get get && get.lastResort())
        .count();
  }

  @Test
  void blobOnOneReplicaIsFoundWhenTheOthersMissedItAndWhenTheyAreDown() {
    byte[] bytes = cluster.bytes(100);
    BlobId id = cluster.stored(bytes);
    cluster.replicasOf(id).get(0).forget(id);
    assertThat(cluster.read(id)).isEqualTo(bytes);
    cluster.replicasOf(id).get(0).fault = Fault.DOWN;
    cluster.replicasOf(id).get(1).fault = Fault.DOWN;
    assertThat(cluster.read(id)).isEqualTo(bytes);
  }

  @Test
  void aBlobMadeElsewhereIsReadThereUntilItArrives() {
    byte[] bytes = cluster.bytes(3 * CHUNK);
    BlobId local = cluster.stored(bytes);
    BlobId id = unknown(2);
    assertThat(cluster.get(id, new ByteRange.All())).isInstanceOf(NodeResponse.Missing.class);
    assertThat(cluster.nodes.sent().stream().map(sent -> sent.node().name().charAt(0)))
        .containsExactly('1', '1', '1', '2', '2');
    // As if the local replicas had lost everything; other data centres have it by replication.
    for (int i = 0; i < 6; i++) {
      cluster.node("2-" + i).copyFrom(cluster.node("1-" + i));
      cluster.node("1-" + i).fault = Fault.DOWN;
    }
    assertThat(cluster.read(local)).isEqualTo(bytes);
  }

  @Test
  void notFoundHereIsNotFinalWhenTheOriginCannotBeReached() {
    for (int i = 1; i < 6; i++) {
      cluster.node("2-" + i).fault = Fault.DOWN;
    }
    assertCode(() -> cluster.get(unknown(2), new ByteRange.All()), ErrorCode.QUORUM_NOT_REACHED);
  }

  @Test
  void anExpiredBlobIsGoneUnlessExpiredBlobsAreIncluded() {
    Upload brief =
        new Upload(
            101,
            5,
            new io.aumbry.protocol.blob.BlobProperties(
                0,
                cluster.carrier.wallMillis(),
                10,
                OptionalInt.empty(),
                false,
                cluster.properties().labels(),
                java.util.Map.of()),
            OptionalLong.empty(),
            OptionalInt.empty(),
            Long.MAX_VALUE);
    byte[] bytes = cluster.bytes(2 * CHUNK);
    BlobId id = cluster.put(brief, cluster.body(bytes)).id();
    assertThat(cluster.read(id)).isEqualTo(bytes);
    cluster.carrier.pass(Duration.ofSeconds(11));
    assertThat(cluster.get(id, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.EXPIRED));
    GetResult all =
        cluster.carrier.run(() ->
            cluster.router.get(
                id,
                new GetOptions(new ByteRange.None(), true, true),
                cluster.carrier.request(TestCluster.PATIENCE)));
    assertThat(all).isInstanceOf(GetResult.Found.class);
  }

  @Test
  void unknownPartitionAndChunkIdsAreRefused() {
    BlobId far =
        BlobId.create(new BlobId.Owner(1, 101, 5, false), BlobKind.SIMPLE, 77, 1, cluster.random);
    assertCode(() -> cluster.get(far, new ByteRange.All()), ErrorCode.UNKNOWN_PARTITION);
    cluster.stored(cluster.bytes(2 * CHUNK));
    cluster.put(cluster.bytes(2 * CHUNK));
    BlobId chunk =
        cluster.nodes.sent().stream()
            .map(FakeNodes.Sent::request)
            .filter(NodeRequest.Put.class::isInstance)
            .map(request -> ((NodeRequest.Put) request).id())
            .filter(id -> id.kind() == BlobKind.CHUNK)
            .findFirst()
            .orElseThrow();
    assertThat(cluster.get(chunk, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
  }

  @Test
  void contentThatIsClosedEarlyReleasesEverything() {
    BlobId id = cluster.stored(cluster.bytes(9 * CHUNK));
    cluster.carrier.run(() -> {
      GetResult.Found found =
          (GetResult.Found)
              cluster.router.get(
                  id,
                  new GetOptions(new ByteRange.All(), false, false),
                  cluster.carrier.request(TestCluster.PATIENCE));
      found.content().next().orElseThrow().close();
      assertThat(cluster.router.bodyMemoryHeld()).isEqualTo(CHUNK);
      found.content().close();
      assertThat(cluster.router.bodyMemoryHeld()).isZero();
      return true;
    });
  }

  @Test
  void damageOnAllReplicasIsAnErrorAndNeverAWrongByte() {
    BlobId id = cluster.stored(cluster.bytes(1000));
    for (int dataCenter = 1; dataCenter <= 2; dataCenter++) {
      cluster.group(dataCenter, 0).forEach(node -> node.fault = Fault.ROTTEN);
      cluster.group(dataCenter, 1).forEach(node -> node.fault = Fault.ROTTEN);
    }
    assertCode(() -> cluster.read(id), ErrorCode.QUORUM_NOT_REACHED);
  }
}
