package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.store.disk.CrashingDisk;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store that the operator accepts as the current one, with a file beside it. */
final class AcceptedStoreTest {
  private static final int PARTITION = OpenReplicas.PARTITION;
  private static final String ACCEPTED = ReplicaNotes.acceptedName(PARTITION);
  private static final NodeId PEER = new NodeId("peer");

  private final OpenReplicas replicas = new OpenReplicas();

  @AfterEach
  void close() {
    replicas.close();
  }

  private HostedReplica withRecords(int count) {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    replicas.put(count);
    OpenReplicas.hear(replica, PEER, 4, 10, true);
    return replica;
  }

  private void accept() {
    replicas.registry().close(PARTITION);
    replicas.disk().writeNote(ACCEPTED, ByteBuffer.allocate(0), true);
  }

  private static void assertCurrent(HostedReplica replica) {
    assertThat(replica.progress().isComplete()).isTrue();
    assertThat(replica.isDoubtful()).isFalse();
    assertThat(replica.progress().recency().hasNotedLoss()).isFalse();
  }

  @Test
  void aStoreWithoutItsNotesIsCurrent() {
    HostedReplica replica = withRecords(3);
    replicas.registry().complete(replica);
    accept();
    replicas.disk().deleteNote(ReplicaNotes.recencyName(PARTITION));
    HostedReplica again = replicas.open(ReplicaState.BOOTSTRAP);
    assertCurrent(again);
    assertThat(again.progress().recency().agreedMillis())
        .as("it may have forgotten any delete")
        .isEqualTo(replicas.time().wallMillis());
  }

  @Test
  void aStoreThatWasAwayForLongIsCurrentAndStaysSo() {
    withRecords(3);
    accept();
    replicas.time().advance(Duration.ofDays(100).toMillis());
    assertCurrent(replicas.open(ReplicaState.BOOTSTRAP));
    assertThat(replicas.disk().readNote(ACCEPTED)).isEmpty();
    assertCurrent(replicas.reopenAfter(0, ReplicaState.BOOTSTRAP));
  }

  /** The operator may have meant a store that was set aside. */
  @Test
  void anEmptyStoreIsNotAccepted() {
    replicas.open(ReplicaState.BOOTSTRAP);
    accept();
    assertThat(replicas.open(ReplicaState.BOOTSTRAP).progress().isComplete()).isFalse();
    assertThat(replicas.disk().readNote(ACCEPTED)).isEmpty();
  }

  @Test
  void aStoreThatIsMadeInPlaceOfTheAcceptedOneIsNotCurrent() {
    HostedReplica replica = withRecords(3);
    replicas.registry().complete(replica);
    accept();
    replicas.registry().drop(PARTITION);
    HostedReplica made = replicas.open(ReplicaState.BOOTSTRAP);
    replicas.put(1);
    assertThat(made.progress().isComplete()).isFalse();
    assertThat(replicas.reopenAfter(0, ReplicaState.BOOTSTRAP).progress().isComplete()).isFalse();
  }

  /** The tokens may cover records that the store has lost. */
  @Test
  void itsPositionsAtPeersStartOver() {
    HostedReplica replica = withRecords(3);
    replicas.registry().complete(replica);
    accept();
    HostedReplica again = replicas.open(ReplicaState.BOOTSTRAP);
    assertThat(again.progress().of(PEER).token().last()).isZero();
  }

  @Test
  void afterAFailureInBetweenTheNextOpeningRepeatsIt() {
    boolean isFailed = true;
    for (int changes = 0; isFailed; changes++) {
      assertThat(changes).isLessThan(30);
      CrashingDisk medium = new CrashingDisk(new SplittableRandom(1));
      try (OpenReplicas failing = new OpenReplicas(medium)) {
        failing.openComplete(ReplicaState.BOOTSTRAP);
        failing.put(3);
        failing.registry().close(PARTITION);
        failing.disk().writeNote(ACCEPTED, ByteBuffer.allocate(0), true);
        medium.failAfter(changes);
        isFailed = OpenReplicas.isRefused(() -> failing.open(ReplicaState.BOOTSTRAP));
      }
      try (OpenReplicas after = new OpenReplicas(medium.afterCrash())) {
        assertCurrent(after.open(ReplicaState.BOOTSTRAP));
      }
    }
  }
}
