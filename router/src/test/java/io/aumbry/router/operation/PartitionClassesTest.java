package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.router.Router.Policy;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blobs go only to partitions of their class. */
class PartitionClassesTest {
  private static final int CHUNK = TestCluster.CHUNK;
  private static final PartitionClass COLD = new PartitionClass("cold");
  private static final PartitionClass HOT = new PartitionClass("hot");

  private final TestCluster cluster = new TestCluster(3, 1, 8);

  @BeforeEach
  void fourPartitionsAreCold() {
    List.of(4, 5, 6, 7).forEach(partition -> cluster.classify(partition, COLD));
  }

  private BlobId put(PartitionClass to, int size) {
    Policy policy = new Policy(to, DurabilityLevel.LOCAL);
    return cluster.put(cluster.upload(policy), cluster.body(cluster.bytes(size))).id();
  }

  private Set<Integer> partitionsOf(PartitionClass to, int blobs, int size) {
    Set<Integer> partitions = new HashSet<>();
    for (int i = 0; i < blobs; i++) {
      BlobId id = put(to, size);
      partitions.add(id.partition());
      cluster.chunksOf(id).forEach(chunk -> partitions.add(chunk.partition()));
    }
    return partitions;
  }

  private void assertRefused(PartitionClass to, ErrorCode code) {
    int sent = cluster.nodes.sent().size();
    assertThatThrownBy(() -> put(to, 3 * CHUNK))
        .isInstanceOfSatisfying(
            AumbryException.class, failed -> assertThat(failed.code()).isEqualTo(code))
        .hasMessageContaining("class '" + to + "'");
    assertThat(cluster.nodes.sent()).hasSize(sent);
  }

  @Test
  void smallBlobsOfTwoClassesThatComeTogetherGoToPartitionsOfTheirOwn() {
    for (int i = 0; i < 100; i++) {
      assertThat(put(COLD, 10).partition()).isBetween(4, 7);
      assertThat(put(PartitionClass.DEFAULT, 10).partition()).isBetween(0, 3);
    }
  }

  @Test
  void chunksGoWhereTheirManifestGoes() {
    assertThat(partitionsOf(COLD, 20, 3 * CHUNK)).containsExactlyInAnyOrder(4, 5, 6, 7);
    assertThat(partitionsOf(PartitionClass.DEFAULT, 20, 3 * CHUNK))
        .containsExactlyInAnyOrder(0, 1, 2, 3);
  }

  @Test
  void aRecordThatFailedMovesWithinItsClass() {
    cluster.group(1, 0).forEach(node -> node.fault = FakeNode.Fault.REFUSING);
    assertThat(partitionsOf(COLD, 20, 2 * CHUNK)).containsExactlyInAnyOrder(5, 7);
    cluster.carrier.settle();
  }

  @Test
  void withoutAPartitionOfTheClassABlobIsRefusedBeforeItsBodyIsRead() {
    Policy policy = new Policy(HOT, DurabilityLevel.LOCAL);
    ByteSource unread =
        new ByteSource() {
          @Override
          public Optional<Buffer> next() {
            throw new AssertionError("the body is read");
          }

          @Override
          public void close() {}
        };
    assertThatThrownBy(() -> cluster.put(cluster.upload(policy), unread))
        .isInstanceOf(AumbryException.class);
    assertRefused(HOT, ErrorCode.UNKNOWN_CLASS);
  }

  @Test
  void sealingAllPartitionsOfAClassMeansNoSpaceAlthoughOthersHaveSome() {
    List.of(4, 5, 6, 7).forEach(cluster::seal);
    assertRefused(COLD, ErrorCode.NO_SPACE);
    assertThat(put(PartitionClass.DEFAULT, 10).partition()).isBetween(0, 3);
  }

  @Test
  void aBlobIsRefusedWhenNoPartitionOfItsClassHasAQuorum() {
    List.of(0, 2).forEach(partition -> cluster.classify(partition, COLD));
    List.of(5, 7).forEach(partition -> cluster.classify(partition, PartitionClass.DEFAULT));
    cluster.see("1-0", false);
    cluster.see("1-1", false);
    assertRefused(COLD, ErrorCode.QUORUM_NOT_REACHED);
    assertThat(put(PartitionClass.DEFAULT, 10).partition() % 2).isEqualTo(1);
  }

  @Test
  void addedPartitionsOfAClassAreUsedAtOnce() {
    assertRefused(HOT, ErrorCode.UNKNOWN_CLASS);
    cluster.classify(7, HOT);
    assertThat(partitionsOf(HOT, 10, 10)).containsExactly(7);
  }
}
