package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.error.Refusals;
import io.aumbry.store.compaction.Agreement;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The notes of a store do not speak for another store in its place. */
class ReplacedStoreNotesTest {
  private static final int PARTITION = OpenReplicas.PARTITION;
  private static final NodeId PEER = new NodeId("peer");

  private final OpenReplicas replicas = new OpenReplicas();

  @AfterEach
  void close() {
    replicas.close();
  }

  /** Compaction goes through the replicas of a disk for hours, and one was rebuilt in that time. */
  @Test
  void anAgreementOfAClosedStoreLeavesTheNotesOfItsSuccessor() {
    HostedReplica former = replicas.completeWithRecords(PEER, 3);
    replicas.registry().fail(former, new AumbryException(ErrorCode.CORRUPT_RECORD, "damaged"));
    replicas
        .registry()
        .setAside(Objects.requireNonNull(replicas.registry().failed().get(PARTITION)));
    assertThat(replicas.completeWithRecords(PEER, 3).store().id())
        .isNotEqualTo(former.store().id());
    long later = replicas.time().wallMillis() + Duration.ofHours(1).toMillis();
    Refusals.assertCode(
        () -> replicas.registry().agree(former, new Agreement(2, later, later)),
        ErrorCode.REPLICA_UNAVAILABLE);
    HostedReplica again = replicas.reopenAfter(0, ReplicaState.BOOTSTRAP);
    assertThat(again.progress().recency().hasNotedLoss()).isFalse();
    assertThat(again.progress().isComplete()).isTrue();
  }
}
