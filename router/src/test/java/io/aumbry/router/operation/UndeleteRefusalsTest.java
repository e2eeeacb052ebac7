package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.router.Router.Upload;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An undelete that fails is denied only if it can no longer happen. */
class UndeleteRefusalsTest {
  private final TestCluster cluster = new TestCluster(3, 2, 2);

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private BlobId deleted() {
    BlobId id = cluster.put(cluster.bytes(10)).id();
    cluster.carrier.settle();
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    return id;
  }

  private static boolean isTold(NodeRequest request) {
    return request instanceof NodeRequest.Undelete undelete && !undelete.ahead();
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "REFUSING", "DAMAGED"})
  void anUndeleteThatNoReplicaAnsweredIsUndecidedAndNotDenied(Fault fault) {
    BlobId id = deleted();
    for (FakeNode node : cluster.replicasOf(id)) {
      node.fault = fault;
      node.faulty = UndeleteRefusalsTest::isTold;
    }
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
  }

  @Test
  void theReasonsOfTheReplicasAreInTheError() {
    BlobId id = deleted();
    for (FakeNode node : cluster.replicasOf(id)) {
      node.fault = Fault.REFUSING;
      node.faulty = UndeleteRefusalsTest::isTold;
    }
    assertThatThrownBy(() -> cluster.undelete(id)).hasMessageContaining("as ordered");
    cluster.replicasOf(id).forEach(node -> node.faulty = NodeRequest.Look.class::isInstance);
    assertThatThrownBy(() -> cluster.undelete(id))
        .hasMessageContaining("Too few replicas report")
        .hasMessageContaining("as ordered");
    cluster.replicasOf(id).forEach(node -> node.fault = Fault.DOWN);
    assertThatThrownBy(() -> cluster.undelete(id)).hasMessageContaining("CONNECTION_LOST");
  }

  /** Replicas that have the blob and fail do not count as waiting for it to arrive. */
  @Test
  void aDataCenterWhoseReplicasFailIsNotToldAheadInstead() {
    BlobId id = deleted();
    cluster.replicate(1, 2);
    for (FakeNode node : cluster.replicasOf(id, 2)) {
      node.fault = Fault.REFUSING;
      node.faulty = UndeleteRefusalsTest::isTold;
    }
    cluster.nodes.sent().clear();
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
    assertThat(cluster.nodes.sent())
        .noneMatch(sent -> sent.request() instanceof NodeRequest.Undelete told && told.ahead());
  }

  /**
   * Only a data centre that waits for the blob to arrive may be told ahead. Replicas of the origin
   * that lack the blob have lost it, and a life that only they know would be lost as well.
   */
  @Test
  void anUndeleteThatTheOriginDoesNotConfirmIsUndecidedEvenIfAReplicaThereLacksTheBlob() {
    BlobId id = deleted();
    cluster.replicate(1, 2);
    List<FakeNode> origin = cluster.replicasOf(id, 1);
    origin.get(1).forget(id);
    origin.get(2).fault = Fault.REFUSING;
    origin.get(2).faulty = UndeleteRefusalsTest::isTold;
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
  }

  @Test
  void aBlobThatExpiredSinceItWasDeletedHasExpired() {
    BlobProperties usual = cluster.properties();
    BlobProperties brief =
        new BlobProperties(
            0, usual.creationMillis(), 60, OptionalInt.empty(), true, usual.labels(), Map.of());
    Upload upload =
        new Upload(101, 5, brief, OptionalLong.empty(), OptionalInt.empty(), Long.MAX_VALUE);
    BlobId id = cluster.put(upload, cluster.body(cluster.bytes(10))).id();
    cluster.carrier.settle();
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.pass(Duration.ofSeconds(61));
    assertThat(cluster.undelete(id)).isEqualTo(new NodeResponse.Missing(Absence.EXPIRED));
  }
}
