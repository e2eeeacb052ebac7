package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.server.replica.StalenessCheck.Noted;
import io.aumbry.store.HandTime;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The notes of a replica that kills, crashes and failed writes leave. */
class ReplicaNotesAfterCrashTest {
  private static final int PARTITION = OpenReplicas.PARTITION;

  private static final long MADE = new HandTime().wallMillis();

  /** An hour after the stores are made. */
  private static final long SHARED = MADE + Duration.ofHours(1).toMillis();

  /**
   * The name of a note may not be durable when the process ends. Compaction acts on the note after
   * the next opening, so a later loss of power must not take it.
   */
  @Test
  void aNoteThatASyncLeftOutIsDurableBeforeItCounts() {
    int found = 0;
    for (int seed = 0; seed < 8; seed++) {
      for (int changes = 0; changes < 6; changes++) {
        CrashingDisk stores = new CrashingDisk(new SplittableRandom(seed));
        CrashingDisk notes = new CrashingDisk(new SplittableRandom(seed));
        try (OpenReplicas before = new OpenReplicas(stores, notes)) {
          HostedReplica replica = before.open(ReplicaState.BOOTSTRAP);
          before.registry().complete(replica);
          notes.failAfter(changes);
          OpenReplicas.isRefused(
              () -> before.registry().agree(replica, new Agreement(0, SHARED, SHARED)));
          found += agreesTo(SHARED, stores.afterKill(), notes.afterKill()) ? 1 : 0;
        }
      }
    }
    assertThat(found).isPositive();
  }

  /** Whether a replica agrees to forget up to this time. After a crash it then does so again. */
  private static boolean agreesTo(long millis, CrashingDisk stores, CrashingDisk notes) {
    try (OpenReplicas killed = new OpenReplicas(stores, notes)) {
      boolean isAgreed = agreedMillis(killed) == millis;
      try (OpenReplicas crashed = new OpenReplicas(stores.afterCrash(), notes.afterCrash())) {
        assertThat(agreedMillis(crashed) == millis || !isAgreed).isTrue();
      }
      return isAgreed;
    }
  }

  private static long agreedMillis(OpenReplicas replicas) {
    return replicas.open(ReplicaState.BOOTSTRAP).progress().recency().agreedMillis();
  }

  /** A crash drops any part of the changes that are not durable, so the test tries several. */
  @Test
  void aReplicaThatCaughtUpIsCompleteAfterACrash() {
    for (int seed = 0; seed < 6; seed++) {
      try (OpenReplicas before = new OpenReplicas(new CrashingDisk(new SplittableRandom(seed)))) {
        HostedReplica replica = before.open(ReplicaState.BOOTSTRAP);
        before.put(3);
        before.registry().complete(replica);
        requireComplete(before.medium().afterCrash());
      }
    }
  }

  private static void requireComplete(CrashingDisk found) {
    try (OpenReplicas after = new OpenReplicas(found)) {
      HostedReplica replica = after.open(ReplicaState.BOOTSTRAP);
      assertThat(replica.progress().isComplete()).isTrue();
      assertThat(replica.progress().recency().hasNotedLoss()).isFalse();
      assertThat(after.reopenAfter(29, ReplicaState.BOOTSTRAP).isDoubtful()).isFalse();
    }
  }

  /** A complete replica without a recency note could be trusted however old it is. */
  @Test
  void aReplicaIsCompleteOnlyWhenAllItsNotesAreDurable() {
    boolean isFailed = true;
    for (int changes = 0; isFailed; changes++) {
      assertThat(changes).isLessThan(20);
      try (OpenReplicas failing = new OpenReplicas(new CrashingDisk(new SplittableRandom(1)))) {
        HostedReplica replica = failing.open(ReplicaState.BOOTSTRAP);
        failing.put(3);
        failing.disk().deleteNote(ReplicaNotes.recencyName(PARTITION));
        failing.medium().failAfter(changes);
        isFailed = OpenReplicas.isRefused(() -> failing.registry().complete(replica));
        assertThat(replica.progress().isComplete()).isEqualTo(!isFailed);
        boolean isComplete =
            failing.disk().readNote(ReplicaNotes.completeName(PARTITION)).isPresent();
        boolean hasAge = failing.disk().readNote(ReplicaNotes.recencyName(PARTITION)).isPresent();
        assertThat(hasAge || !isComplete).as("failure of change %d", changes).isTrue();
      }
    }
  }

  /** The note of a loss names the last record complemented while the other steps are made. */
  @Test
  void anInterruptedNoteOfALossStillTellsWhetherTheTimeInStepHolds() {
    assertThat(inStepMillisAfterInterruptedNote(3)).isEqualTo(MADE);
    assertThat(inStepMillisAfterInterruptedNote(4)).isZero();
  }

  /** Three records are here, and the note is from when the store had {@code records}. */
  private static long inStepMillisAfterInterruptedNote(long records) {
    try (OpenReplicas replicas = new OpenReplicas()) {
      HostedReplica replica = replicas.openComplete(ReplicaState.BOOTSTRAP);
      replicas.put(3);
      replicas.registry().close(PARTITION);
      Noted noted = new Noted(records, MADE, 0).interrupted();
      replicas
          .disk()
          .writeNote(
              ReplicaNotes.recencyName(PARTITION),
              ReplicaNotes.recency(replica.store().id(), noted),
              true);
      HostedReplica again = replicas.open(ReplicaState.BOOTSTRAP);
      assertThat(again.progress().recency().hasNotedLoss()).isTrue();
      assertThat(again.progress().isComplete()).isFalse();
      return again.progress().recency().inStepMillis(Distance.NEAR);
    }
  }

  /** The disk is full when a peer shows the loss, and has space when the replica is closed. */
  @Test
  void aLossThatCouldNotBeNotedAtOnceIsNotedWhenTheReplicaIsClosed() {
    try (OpenReplicas replicas = new OpenReplicas()) {
      HostedReplica replica = replicas.openComplete(ReplicaState.BOOTSTRAP);
      replicas.put(3);
      replicas.medium().limitTo(0);
      replicas.registry().loseRecords(replica, "peer", 9);
      assertThat(replica.progress().hasLossToNote()).isTrue();
      replicas.medium().limitTo(1 << 20);
      replicas.registry().close(PARTITION);
      StalenessCheck again = replicas.open(ReplicaState.BOOTSTRAP).progress().recency();
      assertThat(again.hasNotedLoss()).isTrue();
      assertThat(again.inStepMillis(Distance.NEAR)).isEqualTo(MADE);
    }
  }
}
