package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An answer of a kind that does not belong to its request never counts as a success. */
class ConfusedNodesTest {
  private final TestCluster cluster = new TestCluster(3, 1, 2);
  private final BlobId id = cluster.put(cluster.bytes(10)).id();

  @AfterEach
  void nothingIsHeld() {
    cluster.nodesIn(1).forEach(node -> node.confusion = Optional.empty());
    cluster.requireNothingHeld();
  }

  /** Answers that belong to neither a PUT, a change nor a look. */
  private static List<NodeResponse> foreign() {
    return List.of(
        new NodeResponse.Unsatisfiable(1),
        new NodeResponse.Pulled(List.of()),
        new NodeResponse.Compared(new UUID(1, 2), 0, 0),
        new NodeResponse.Found(
            new BlobState(0, false, Expiry.NEVER),
            HeapBuffer.copyOf(new byte[1]),
            0,
            0,
            0,
            BlockChecksums.of(Body.empty())));
  }

  private static final NodeResponse KNOWN =
      new NodeResponse.Known(new BlobState(0, false, Expiry.NEVER), 1, true, false);

  private static List<NodeResponse> foreignToAPut() {
    return List.of(foreign().get(0), foreign().get(1), foreign().get(2), foreign().get(3), KNOWN);
  }

  private static List<NodeResponse> foreignToAChange() {
    return List.of(
        foreign().get(0),
        foreign().get(1),
        foreign().get(2),
        foreign().get(3),
        KNOWN,
        new NodeResponse.Stored(7));
  }

  private static List<NodeResponse> foreignToALook() {
    return List.of(
        foreign().get(0),
        foreign().get(1),
        foreign().get(2),
        foreign().get(3),
        new NodeResponse.Stored(7),
        new NodeResponse.Done(),
        new NodeResponse.DeleteRecorded(0));
  }

  private void twoAnswer(NodeResponse with, Predicate<NodeRequest> which) {
    cluster.carrier.settle();
    for (FakeNode node : cluster.replicasOf(id).subList(0, 2)) {
      node.confusion = Optional.of(with);
      node.faulty = which;
    }
  }

  @ParameterizedTest
  @MethodSource("foreignToAPut")
  void aPutIsNotDoneByAnUnexpectedKindOfAnswer(NodeResponse answer) {
    cluster.carrier.settle();
    cluster.nodesIn(1).forEach(node -> node.confusion = Optional.of(answer));
    assertCode(() -> cluster.put(cluster.bytes(10)), ErrorCode.QUORUM_NOT_REACHED);
  }

  @ParameterizedTest
  @MethodSource("foreignToAChange")
  void aDeleteIsNotDoneByAnUnexpectedKindOfAnswer(NodeResponse answer) {
    twoAnswer(answer, NodeRequest.Delete.class::isInstance);
    assertThatThrownBy(() -> cluster.delete(id))
        .hasMessageContaining("sent an unexpected kind of answer");
  }

  @ParameterizedTest
  @MethodSource("foreignToAChange")
  void anUndeleteIsNotDoneByAnUnexpectedKindOfAnswer(NodeResponse answer) {
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    twoAnswer(answer, NodeRequest.Undelete.class::isInstance);
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
  }

  @ParameterizedTest
  @MethodSource("foreignToALook")
  void aLookIsNotAnsweredByAnUnexpectedKindOfAnswer(NodeResponse answer) {
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    twoAnswer(answer, NodeRequest.Look.class::isInstance);
    assertThatThrownBy(() -> cluster.undelete(id))
        .hasMessageContaining("Too few replicas report")
        .hasMessageContaining("unexpected kind of answer");
  }
}
