package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.router.Router.Upload;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Changes while a partition has one replica more than copies, as during a move. */
class MovingChangesTest {
  private final TestCluster cluster = new TestCluster(3, 2, 2);

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private BlobId stored() {
    BlobProperties usual = cluster.properties();
    BlobProperties brief =
        new BlobProperties(
            0,
            usual.creationMillis(),
            Duration.ofHours(3).toSeconds(),
            OptionalInt.empty(),
            true,
            usual.labels(),
            Map.of());
    Upload upload =
        new Upload(101, 5, brief, OptionalLong.empty(), OptionalInt.empty(), Long.MAX_VALUE);
    BlobId id = cluster.put(upload, cluster.body(cluster.bytes(10))).id();
    cluster.carrier.settle();
    return id;
  }

  private void fail(List<FakeNode> nodes, Predicate<NodeRequest> requests) {
    nodes.forEach(node -> {
      node.fault = Fault.REFUSING;
      node.faulty = requests;
    });
  }

  /** All three replicas must then have a change, because two are the write quorum of two copies. */
  private void move() {
    cluster.copies(2);
  }

  @Test
  void aTtlUpdateNeedsTheQuorumOfANewBlob() {
    BlobId id = stored();
    move();
    fail(cluster.replicasOf(id).subList(0, 1), NodeRequest.UpdateTtl.class::isInstance);
    assertCode(() -> cluster.updateTtl(id), ErrorCode.QUORUM_NOT_REACHED);
    fail(cluster.replicasOf(id).subList(0, 1), _ -> false);
    assertThat(cluster.updateTtl(id)).isEqualTo(new NodeResponse.Done());
  }

  @Test
  void anUndeleteNeedsTheQuorumOfANewBlob() {
    BlobId id = stored();
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    move();
    fail(cluster.replicasOf(id).subList(0, 1), NodeRequest.Undelete.class::isInstance);
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
  }

  @Test
  void aDeleteNeedsTheQuorumOfANewBlob() {
    BlobId id = stored();
    move();
    fail(cluster.replicasOf(id).subList(0, 1), NodeRequest.Delete.class::isInstance);
    assertCode(() -> cluster.delete(id), ErrorCode.QUORUM_NOT_REACHED);
  }

  /** Its first requests name the first life, and get the later one as answer. */
  @Test
  void aDeleteOfALaterLifeNeedsTheQuorumOfANewBlob() {
    BlobId id = stored();
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    assertThat(cluster.undelete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    move();
    fail(
        cluster.replicasOf(id).subList(0, 1),
        request -> request instanceof NodeRequest.Delete delete && delete.lifeVersion() > 0);
    assertCode(() -> cluster.delete(id), ErrorCode.QUORUM_NOT_REACHED);
    fail(cluster.replicasOf(id).subList(0, 1), _ -> false);
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
  }

  /** Replicas at the origin do not wait for the blob to arrive. */
  @Test
  void anUndeleteFailsIfTheOriginHasLostTheBlob() {
    BlobId id = stored();
    cluster.replicate(1, 2);
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    cluster.replicate(1, 2);
    cluster.replicasOf(id, 1).subList(0, 2).forEach(node -> node.forget(id));
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
  }
}
