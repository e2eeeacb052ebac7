package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.error.Refusals;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.partition.OpeningsFile;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The notes of a store do not speak for another store in its place, nor for an older copy. */
class ReplacedStoreNotesTest {
  private static final int PARTITION = OpenReplicas.PARTITION;
  private static final NodeId PEER = new NodeId("peer");
  private static final String OPENINGS = "partition-" + PARTITION + "/" + OpeningsFile.NAME;

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

  /** It may have other records than the noted store under the same numbers. */
  @Test
  void anOlderCopyIsNotInStepAsItsNoteSays() {
    replicas.completeWithRecords(PEER, 3);
    replicas.registry().close(PARTITION);
    byte[] copied = replicas.medium().bytes(OPENINGS);
    replicas.time().advance(1);
    HostedReplica later = replicas.open(ReplicaState.BOOTSTRAP);
    replicas.registry().complete(later);
    long inStep = replicas.time().wallMillis() + Duration.ofHours(1).toMillis();
    replicas.registry().agree(later, new Agreement(3, inStep, inStep));
    replicas.registry().close(PARTITION);
    replicas.medium().cut(OPENINGS, 0);
    replicas.medium().overwrite(OPENINGS, 0, copied);
    replicas.time().advance(1);
    HostedReplica older = replicas.open(ReplicaState.BOOTSTRAP);
    assertThat(older.progress().recency().hasNotedLoss()).isTrue();
    assertThat(older.progress().recency().inStepMillis(Distance.NEAR)).isZero();
  }
}
