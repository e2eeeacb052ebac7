package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The view of a frontend lists two of three replicas. The unlisted replica and a listed one have
 * the blob. The latter is down. The other listed replica missed it.
 */
final class PartialViewTest {
  private final TestCluster cluster = new TestCluster(5, 1, 1);
  private final byte[] bytes = cluster.bytes(10);
  private final BlobId id = cluster.put(bytes).id();
  private final FakeNode down = cluster.node("1-1");

  @BeforeEach
  void hide() {
    cluster.carrier.settle();
    cluster.node("1-0").forget(id);
    down.fault = Fault.DOWN;
    cluster.hide("1-2");
  }

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  @Test
  void oneOfTwoReplicasCannotDenyABlob() {
    assertCode(() -> cluster.get(id, new ByteRange.All()), ErrorCode.QUORUM_NOT_REACHED);
    assertCode(() -> cluster.delete(id), ErrorCode.QUORUM_NOT_REACHED);
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
    assertCode(() -> cluster.updateTtl(id), ErrorCode.QUORUM_NOT_REACHED);
  }

  /** Seed 651: the third replica was not told of the delete. */
  @Test
  void aDeletedBlobIsNotReadFromAReplicaThatAppearsLater() {
    down.fault = Fault.NONE;
    cluster.node("1-0").copyFrom(down, id);
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    cluster.show("1-2");
    for (int i = 0; i < 20; i++) {
      assertThat(cluster.get(id, new ByteRange.All()))
          .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    }
  }

  /** The view lists all replicas again between the requests of the delete and its answers. */
  @Test
  void aDeletedBlobIsNotReadFromAReplicaThatAppearsDuringTheDelete() {
    down.fault = Fault.NONE;
    cluster.node("1-0").copyFrom(down, id);
    cluster.carrier.schedule(down.delay.dividedBy(2), () -> cluster.show("1-2"));
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    assertThat(cluster.node("1-2").state(id)).get().matches(state -> !state.deleted());
    for (int i = 0; i < 20; i++) {
      assertThat(cluster.get(id, new ByteRange.All()))
          .isEqualTo(new NodeResponse.Missing(Absence.DELETED));
    }
  }

  @Test
  void theBlobIsReadOnceTheOtherReplicaIsUp() {
    down.fault = Fault.NONE;
    assertThat(cluster.read(id)).isEqualTo(bytes);
    cluster.carrier.settle();
  }

  /** Seed 94916: one of the listed replicas missed the undelete, and refuses it now. */
  @Test
  void aBlobThatIsAliveIsNotReportedAsDeletedAfterTheRetention() {
    down.fault = Fault.NONE;
    FakeNode missing = cluster.node("1-0");
    missing.copyFrom(down, id);
    cluster.show("1-2");
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
    missing.fault = Fault.DOWN;
    assertThat(cluster.undelete(id)).isEqualTo(new NodeResponse.Done());
    cluster.carrier.settle();
    cluster.carrier.pass(Duration.ofMillis(FakeNode.RETENTION));
    missing.fault = Fault.NONE;
    cluster.hide("1-2");
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
    missing.copyFrom(down, id);
    assertThat(cluster.undelete(id)).isEqualTo(WriteResult.Refused.NOT_DELETED);
  }
}
