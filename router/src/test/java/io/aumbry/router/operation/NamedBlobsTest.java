package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.router.Router.Policy;
import io.aumbry.router.Router.Upload;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Uploads of blobs that are to get a name, and the list of such blobs. */
class NamedBlobsTest {
  private static final int CHUNK = TestCluster.CHUNK;
  private static final IdRange ALL = IdRange.madeUntil(1L << 46);

  private final TestCluster cluster = new TestCluster(3, 2, 2);

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private Upload forName(long untilMillis) {
    return cluster.upload(Policy.DEFAULT.forName(untilMillis));
  }

  private BlobId put(int size) {
    Upload upload = forName(cluster.carrier.wallMillis() + 1000);
    BlobId id = cluster.put(upload, cluster.body(cluster.bytes(size))).id();
    cluster.carrier.settle();
    return id;
  }

  private BlobPage page(int partition, IdRange range) {
    return cluster.carrier.run(() ->
        cluster.router.page(
            partition,
            new Compare.Named(range, BlobPage.MAX_IDS),
            cluster.carrier.request(TestCluster.PATIENCE)));
  }

  private List<BlobId> all(int partition) {
    List<BlobId> all = new ArrayList<>();
    for (IdRange rest = ALL; !rest.isEmpty(); ) {
      BlobPage page = page(partition, rest);
      all.addAll(page.ids());
      rest = rest.behind(page.upTo());
    }
    return all;
  }

  @Test
  void idsOfBlobsForNamesHaveTheFlagAndTheirChunksDoNot() {
    BlobId simple = put(10);
    assertThat(simple.isNamed()).isTrue();
    BlobId manifest = put(3 * CHUNK);
    assertThat(manifest.kind()).isEqualTo(BlobKind.MANIFEST);
    assertThat(manifest.isNamed()).isTrue();
    assertThat(cluster.chunksOf(manifest)).hasSize(3).noneMatch(BlobId::isNamed);
    assertThat(cluster.put(cluster.bytes(10)).id().isNamed()).isFalse();
  }

  @Test
  void anIdThatIsMadeAfterTheLeaseEndsTheUpload() {
    long now = cluster.carrier.wallMillis();
    for (int size : List.of(10, 3 * CHUNK)) {
      Upload late = forName(now - 1);
      assertCode(() -> cluster.put(late, cluster.body(cluster.bytes(size))), ErrorCode.TIMED_OUT);
    }
    cluster.carrier.settle();
    assertThat(cluster.nodes.sent()).noneMatch(sent -> sent.request() instanceof NodeRequest.Put);
  }

  @Test
  void aBlobThatOneReplicaHasIsListed() {
    List<BlobId> stored = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      BlobId id = put(10);
      List<FakeNode> replicas = cluster.replicasOf(id);
      for (int other = 0; other < 3; other++) {
        if (other != i % 3) {
          replicas.get(other).forget(id);
        }
      }
      stored.add(id);
    }
    for (int partition : cluster.router.partitions()) {
      assertThat(all(partition))
          .isEqualTo(stored.stream().filter(id -> id.partition() == partition).sorted().toList());
    }
  }

  @Test
  void shortPagesOfSomeReplicasLoseNothing() {
    TreeSet<BlobId> stored = new TreeSet<>();
    for (int i = 0; i < 30; i++) {
      stored.add(put(10));
    }
    for (int i = 0; i < 6; i++) {
      cluster.node("1-" + i).idsInPage = 1 + i;
    }
    TreeSet<BlobId> listed = new TreeSet<>();
    cluster.router.partitions().forEach(partition -> listed.addAll(all(partition)));
    assertThat(listed).isEqualTo(stored);
  }

  @Test
  void deletedBlobsAndBlobsWithoutNamesAreNotListed() {
    BlobId id = put(10);
    cluster.put(cluster.bytes(10));
    cluster.delete(id);
    cluster.carrier.settle();
    for (int partition : cluster.router.partitions()) {
      assertThat(all(partition)).isEmpty();
    }
  }

  /** A failed PUT that only the first replica has. */
  private static TestCluster withABlobOnOneReplica() {
    TestCluster single = new TestCluster(1, 1, 1);
    single.node("1-0").fault = Fault.MUTE;
    single.node("1-1").fault = Fault.FULL;
    single.node("1-2").fault = Fault.FULL;
    Upload upload = single.upload(Policy.DEFAULT.forName(Long.MAX_VALUE));
    assertCode(() -> single.put(upload, single.body(single.bytes(10))), ErrorCode.NO_SPACE);
    assertThat(single.node("1-0").readable()).isOne();
    return single;
  }

  @Test
  void aBlobIsPendingUntilItsOnlyHolderHasAnsweredTheDelete() {
    TestCluster single = withABlobOnOneReplica();
    single.node("1-0").fault = Fault.DOWN;
    single.carrier.pass(Duration.ofSeconds(10));
    assertThat(single.router.oldestPending()).isPresent();
    single.node("1-0").fault = Fault.NONE;
    single.requireNothingHeld();
    assertThat(single.router.oldestPending()).isEmpty();
    assertThat(single.router.leftBehind()).isZero();
    assertThat(single.node("1-0").readable()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "REFUSING"})
  void aBlobWhoseOnlyHolderStaysAwayIsLeftBehind(Fault fault) {
    TestCluster single = withABlobOnOneReplica();
    single.node("1-0").fault = fault;
    single.requireNothingHeld();
    assertThat(single.router.oldestPending()).isEmpty();
    assertThat(single.router.leftBehind()).isOne();
  }

  @Test
  void aBlobWhoseOnlyHolderIsNotInTheViewIsLeftBehind() {
    TestCluster single = withABlobOnOneReplica();
    single.copies(3);
    single.hide("1-0");
    single.requireNothingHeld();
    assertThat(single.router.leftBehind()).isOne();
  }

  @Test
  void aBlobThatNoReplicaHasIsNotLeftBehind() {
    TestCluster single = new TestCluster(1, 1, 1);
    single.group(1, 0).forEach(node -> node.fault = Fault.FULL);
    Upload upload = single.upload(Policy.DEFAULT.forName(Long.MAX_VALUE));
    assertCode(() -> single.put(upload, single.body(single.bytes(10))), ErrorCode.NO_SPACE);
    single.requireNothingHeld();
    assertThat(single.router.oldestPending()).isEmpty();
    assertThat(single.router.leftBehind()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "REFUSING", "OLD"})
  void aReplicaThatDoesNotAnswerFailsTheList(Fault fault) {
    BlobId id = put(10);
    for (FakeNode replica : cluster.replicasOf(id)) {
      replica.fault = fault;
      assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> page(id.partition(), ALL)))
          .isInstanceOf(io.aumbry.protocol.error.AumbryException.class);
      replica.fault = Fault.NONE;
    }
    assertThat(all(id.partition())).containsExactly(id);
  }

  /** The replica that the view lacks may be the only holder of a blob. */
  @Test
  void aViewThatLacksAReplicaFailsTheList() {
    cluster.copies(3);
    BlobId id = put(10);
    int first = 3 * (id.partition() % 2);
    for (int i = first; i < first + 3; i++) {
      cluster.hide("1-" + i);
      assertCode(() -> page(id.partition(), ALL), ErrorCode.QUORUM_NOT_REACHED);
      cluster.show("1-" + i);
    }
    assertThat(all(id.partition())).containsExactly(id);
  }
}
