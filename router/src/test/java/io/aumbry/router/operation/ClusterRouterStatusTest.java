package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.router.ReplicaStatus;
import io.aumbry.router.ReplicaStatus.Absent;
import io.aumbry.router.ReplicaStatus.Finding;
import io.aumbry.router.ReplicaStatus.Held;
import io.aumbry.router.ReplicaStatus.Unknown;
import io.aumbry.router.operation.FakeNode.Fault;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterRouterStatusTest {
  private final TestCluster cluster = new TestCluster(3, 2, 4);
  private final byte[] bytes = cluster.bytes(100_000);
  private final BlobId id = cluster.stored(bytes);

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private List<ReplicaStatus> status() {
    return cluster.status(id);
  }

  private Finding findingOf(FakeNode node) {
    return status().stream()
        .filter(status -> cluster.node(status.replica().node().id().name()) == node)
        .map(ReplicaStatus::finding)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyReplicaOfEveryDataCentreIsAskedAndVerified() {
    cluster.replicate(1, 2);
    assertThat(status())
        .hasSize(6)
        .allSatisfy(status -> {
          Held held = (Held) status.finding();
          assertThat(held.contentSize()).isEqualTo(bytes.length);
          assertThat(held.checksum()).isEqualTo(Crc32c.of(ByteBuffer.wrap(bytes)));
          assertThat(held.properties().size()).isEqualTo(bytes.length);
          assertThat(held.state().lifeVersion()).isZero();
        });
  }

  @Test
  void aReplicaWithoutTheBlobSaysSo() {
    assertThat(status()).filteredOn(status -> status.finding() instanceof Held).hasSize(3);
    assertThat(status())
        .filteredOn(status -> status.replica().node().dataCenter() == 2)
        .hasSize(3)
        .allMatch(status -> status.finding().equals(new Absent(Absence.NOT_FOUND)));
  }

  @Test
  void aDeletedBlobIsHeldUntilItsBytesAreGone() {
    cluster.delete(id);
    assertThat(status())
        .filteredOn(status -> status.finding() instanceof Held)
        .hasSize(3)
        .allMatch(status -> ((Held) status.finding()).state().deleted());
  }

  @ParameterizedTest
  @CsvSource({
    "DOWN, CONNECTION_LOST",
    "SILENT, TIMED_OUT",
    "REFUSING, REPLICA_UNAVAILABLE",
    "DAMAGED, CORRUPT_RECORD",
    "ROTTEN, CORRUPT_TRANSFER"
  })
  void aReplicaThatFailsIsNotCounted(Fault fault, ErrorCode code) {
    FakeNode one = cluster.replicasOf(id, 1).getFirst();
    one.fault = fault;
    assertThat(findingOf(one))
        .isInstanceOfSatisfying(
            Unknown.class, unknown -> assertThat(unknown.code()).isEqualTo(code));
    assertThat(status()).filteredOn(status -> status.finding() instanceof Held).hasSize(2);
  }

  @Test
  void damagedMetadataIsNotABlob() {
    FakeNode one = cluster.replicasOf(id, 1).getFirst();
    one.fault = Fault.GARBLED;
    assertThat(findingOf(one)).isInstanceOf(Unknown.class);
  }

  @Test
  void aDeadNodeIsNotAsked() {
    String name =
        cluster.router.replicas(id).stream()
            .filter(replica -> replica.node().dataCenter() == 1)
            .findFirst()
            .orElseThrow()
            .node()
            .id()
            .name();
    cluster.see(name, false);
    assertThat(findingOf(cluster.node(name)))
        .isInstanceOfSatisfying(
            Unknown.class,
            unknown -> assertThat(unknown.code()).isEqualTo(ErrorCode.REPLICA_UNAVAILABLE));
  }
}
