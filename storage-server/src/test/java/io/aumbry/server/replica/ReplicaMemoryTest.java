package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.server.replica.StalenessCheck.Noted;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.OpeningsFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The knowledge about a replica that survives a restart. */
class ReplicaMemoryTest {
  private static final int PARTITION = OpenReplicas.PARTITION;
  private static final NodeId PEER = new NodeId("peer");

  /** The name of an opening from before all that the replica knows. */
  private static final long EARLIER = 1;

  /** Offset of a byte of the first record's content in its file. */
  private static final int FIRST_CONTENT = 160;

  private static final String OPENINGS = "partition-" + PARTITION + "/" + OpeningsFile.NAME;

  private static final List<String> NOTES =
      List.of(
          ReplicaNotes.completeName(PARTITION),
          ReplicaNotes.tokensName(PARTITION),
          ReplicaNotes.comparedName(PARTITION),
          ReplicaNotes.recencyName(PARTITION));

  private final OpenReplicas replicas = new OpenReplicas();
  private final long start = replicas.time().wallMillis();

  @AfterEach
  void close() {
    replicas.close();
  }

  private HostedReplica reopen() {
    return replicas.reopenAfter(0, ReplicaState.BOOTSTRAP);
  }

  private HostedReplica completeWithRecords(int count) {
    return replicas.completeWithRecords(PEER, count);
  }

  private static long token(HostedReplica replica) {
    return replica.progress().of(PEER).token().last();
  }

  /** Notes this number as the last record of the store. */
  private void noteSequence(HostedReplica replica, long sequence, long agreedMillis) {
    ByteBuffer note =
        ReplicaNotes.recency(replica.store().id(), new Noted(sequence, start, agreedMillis));
    replicas.disk().writeNote(ReplicaNotes.recencyName(PARTITION), note, true);
  }

  @Test
  void aReplicaIsCompleteAfterARestartAndKeepsItsTokens() {
    assertThat(completeWithRecords(3).progress().isComplete()).isTrue();
    HostedReplica again = reopen();
    assertThat(again.progress().isComplete()).isTrue();
    assertThat(token(again)).isEqualTo(4);
    assertThat(again.progress().opening().start()).isEqualTo(3);
    assertThat(again.progress().recency().hasNotedLoss()).isFalse();
  }

  @Test
  void anIncompleteReplicaIsIncompleteAfterARestart() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    OpenReplicas.hear(replica, PEER, 4, 10, true);
    assertThat(reopen().progress().isComplete()).isFalse();
  }

  @Test
  void aStoreThatEndsAtItsNoteIsComplete() {
    HostedReplica replica = completeWithRecords(3);
    noteSequence(replica, 3, 0);
    assertThat(reopen().progress().isComplete()).isTrue();
  }

  /**
   * The copy is from before an earlier loss, so it does not end before the records that the notes
   * name. Its records may still differ from those that peers know under the same numbers.
   */
  @Test
  void aStoreThatLacksTheOpeningOfItsNoteIsAnOlderCopy() {
    completeWithRecords(3);
    replicas.registry().close(PARTITION);
    byte[] copied = replicas.medium().bytes(OPENINGS);
    replicas.time().advance(1);
    HostedReplica later = replicas.open(ReplicaState.BOOTSTRAP);
    long lacking = later.progress().opening().millis();
    replicas.registry().complete(later);
    replicas.registry().close(PARTITION);
    replicas.medium().cut(OPENINGS, 0);
    replicas.medium().overwrite(OPENINGS, 0, copied);
    HostedReplica older = reopenWithoutClose();
    assertThat(older.progress().recency().hasNotedLoss()).isTrue();
    assertThat(older.progress().isComplete()).isFalse();
    assertThat(older.progress().openingAsOf(lacking).start()).isZero();
    assertThat(older.progress().provesLoss(lacking, 1)).as("known").isFalse();
  }

  /** Its last records may be lost, or the disk may be an older copy. */
  @Test
  void aStoreThatEndsBeforeItsNoteIsIncompleteAndPullsFromTheStart() {
    HostedReplica replica = completeWithRecords(3);
    replicas.registry().close(PARTITION);
    noteSequence(replica, 4, start - 5);
    HostedReplica lost = replicas.open(ReplicaState.BOOTSTRAP);
    assertThat(lost.progress().isComplete()).isFalse();
    assertThat(token(lost)).isZero();
    assertThat(lost.progress().opening().start()).isEqualTo(3);
    assertThat(lost.progress().recency().hasNotedLoss()).isTrue();
    assertThat(lost.progress().recency().inStepMillis(Distance.NEAR)).isZero();
    assertThat(lost.progress().recency().agreedMillis()).isEqualTo(start - 5);
  }

  /** Recency is noted only every few minutes, and no peer with this knowledge may be left. */
  @Test
  void aStoreThatEndsBeforeItsTokensIsIncomplete() {
    HostedReplica replica = completeWithRecords(3);
    UUID store = replica.store().id();
    replicas.registry().close(PARTITION);
    String name = ReplicaNotes.tokensName(PARTITION);
    ByteBuffer note = replicas.disk().readNote(name).orElseThrow();
    assertThat(ReplicaNotes.sequence(note, store)).isEqualTo(3);
    Map<NodeId, PeerToken> tokens = ReplicaNotes.tokens(note, store);
    replicas.disk().writeNote(name, ReplicaNotes.tokens(store, 4, tokens), true);
    HostedReplica lost = replicas.open(ReplicaState.BOOTSTRAP);
    assertThat(lost.progress().isComplete()).isFalse();
    assertThat(token(lost)).isZero();
    assertThat(lost.progress().opening().start()).isEqualTo(3);
    assertThat(lost.progress().recency().hasNotedLoss()).isTrue();
    assertThat(lost.progress().recency().inStepMillis(Distance.NEAR))
        .as("it has all that it had then")
        .isEqualTo(start);
  }

  @Test
  void aLossOfRecordsIsStillKnownAfterTheNextRestart() {
    HostedReplica replica = completeWithRecords(3);
    replicas.registry().close(PARTITION);
    noteSequence(replica, 4, 0);
    replicas.open(ReplicaState.BOOTSTRAP);
    replicas.put(2);
    HostedReplica again = reopen();
    assertThat(again.progress().isComplete()).isFalse();
    assertThat(again.progress().openingAsOf(start).start()).as("sound up to there").isEqualTo(3);
    assertThat(again.progress().recency().hasNotedLoss()).isTrue();
    assertThat(again.progress().recency().inStepMillis(Distance.NEAR)).isZero();
  }

  @Test
  void aReplicaWithLostRecordsIsIncompleteAfterARestart() {
    HostedReplica replica = completeWithRecords(3);
    replicas.registry().loseRecords(replica, PEER.name(), 9);
    HostedReplica again = reopen();
    assertThat(again.progress().isComplete()).isFalse();
    assertThat(token(again)).isZero();
    assertThat(again.progress().recency().hasNotedLoss()).isTrue();
    assertThat(again.progress().openingAsOf(EARLIER).start()).isZero();
  }

  @Test
  void aReplicaThatHasLostRecordsNotesNoAgreement() {
    HostedReplica replica = completeWithRecords(3);
    replicas.registry().loseRecords(replica, PEER.name(), 9);
    long later = start + Duration.ofDays(1).toMillis();
    replicas.registry().agree(replica, new Agreement(2, later, later));
    assertThat(replica.progress().recency().agreedMillis()).isZero();
    assertThat(replica.progress().recency().inStepMillis(Distance.NEAR)).isEqualTo(start);
  }

  /** Peers would otherwise take the numbers of lost records for those of other records. */
  @Test
  void noEarlierPositionHoldsIfTheOpeningsAreMissing() throws IOException {
    long before = completeWithRecords(3).progress().opening().millis();
    replicas.registry().close(PARTITION);
    replicas.medium().delete(OPENINGS);
    HostedReplica again = reopenWithoutClose();
    assertThat(again.progress().openingAsOf(before).start()).isZero();
    assertThat(again.progress().openingAsOf(EARLIER).start()).isZero();
  }

  private HostedReplica reopenWithoutClose() {
    replicas.time().advance(1);
    return replicas.open(ReplicaState.BOOTSTRAP);
  }

  /** The process may end before the coordinator has the replica closed. */
  @Test
  void aLossThatAPeerHasShownIsKnownAfterACrash() {
    HostedReplica replica = completeWithRecords(3);
    replicas.registry().saveTokens(replicas.faults());
    replicas.registry().loseRecords(replica, PEER.name(), 9);
    OpenReplicas.hear(replica, PEER, 5, 10, true);
    replicas.registry().saveTokens(replicas.faults());
    replicas.registry().agree(replica, new Agreement(2, start + 1, start + 1));
    replicas.registry().complete(replica);
    requireLost(replicas.medium().afterCrash());
  }

  private static void requireLost(CrashingDisk found) {
    try (OpenReplicas after = new OpenReplicas(found)) {
      HostedReplica replica = after.open(ReplicaState.BOOTSTRAP);
      assertThat(replica.progress().isComplete()).isFalse();
      assertThat(token(replica)).isZero();
      assertThat(replica.progress().recency().hasNotedLoss()).isTrue();
      assertThat(replica.progress().openingAsOf(EARLIER).start()).isZero();
    }
  }

  /** The peer asked the earlier opening. The later one begins after records with reused numbers. */
  @Test
  void aLossThatIsShownToAnEarlierOpeningFailsTheLaterOne() {
    HostedReplica earlier = completeWithRecords(3);
    HostedReplica later = reopen();
    assertThat(later.progress().opening().start()).isEqualTo(3);
    replicas.registry().loseRecords(earlier, PEER.name(), 9);
    assertThat(later.progress().isComplete()).isFalse();
    assertThat(replicas.registry().find(PARTITION))
        .hasValueSatisfying(now -> assertThat(now.state()).isEqualTo(ReplicaState.ERROR));
    HostedReplica again = reopen();
    assertThat(again.progress().isComplete()).isFalse();
    assertThat(again.progress().openingAsOf(EARLIER).start()).isZero();
  }

  /** A replica without its tokens, but with the note of completeness, would deny blobs. */
  @Test
  void aLossIsNotedWholeOrNotAtAll() {
    int known = 0;
    for (int changes = 0; known < 2; changes++) {
      assertThat(changes).isLessThan(40);
      try (OpenReplicas failing = new OpenReplicas(new CrashingDisk(new SplittableRandom(1)))) {
        HostedReplica replica = failing.open(ReplicaState.BOOTSTRAP);
        failing.put(3);
        OpenReplicas.hear(replica, PEER, 4, 10, true);
        failing.registry().complete(replica);
        failing.registry().saveTokens(failing.faults());
        failing.disk().sync();
        failing.medium().crashAfter(changes);
        failing.registry().loseRecords(replica, PEER.name(), 9);
        StalenessCheck recency = replica.progress().recency();
        known += recency.hasNotedLoss() ? 1 : 0;
        requireWhole(failing.medium().afterCrash(), recency);
      }
    }
  }

  /** The replica still has all that it had when it was last in step. */
  private static void requireWhole(CrashingDisk found, StalenessCheck before) {
    try (OpenReplicas after = new OpenReplicas(found)) {
      HostedReplica replica = after.open(ReplicaState.BOOTSTRAP);
      boolean hasLoss = replica.progress().recency().hasNotedLoss();
      assertThat(hasLoss || !before.hasNotedLoss()).isTrue();
      assertThat(replica.progress().recency().inStepMillis(Distance.NEAR))
          .isEqualTo(before.inStepMillis(Distance.NEAR));
      assertThat(replica.progress().isComplete()).isEqualTo(!hasLoss);
      assertThat(token(replica)).isIn(0L, hasLoss ? 0L : 4L);
      assertThat(replica.progress().openingAsOf(EARLIER).start()).isZero();
    }
  }

  /** Otherwise it would become complete without the records that it has lost. */
  @Test
  void aReplicaWithALossThatCannotBeNotedDoesNotKeepItsTokensAlone() {
    HostedReplica replica = completeWithRecords(3);
    replicas.registry().saveTokens(replicas.faults());
    replicas.medium().failForces(true);
    replicas.registry().loseRecords(replica, PEER.name(), 9);
    try (OpenReplicas after = new OpenReplicas(replicas.medium().afterKill())) {
      HostedReplica found = after.open(ReplicaState.BOOTSTRAP);
      assertThat(found.progress().isComplete() || token(found) == 0).isTrue();
    }
  }

  /** Peers would otherwise skip the records that have taken the numbers of the lost ones. */
  @Test
  void afterALossThatCouldNotBeNotedPeersStartOver() {
    HostedReplica replica = completeWithRecords(3);
    replicas.registry().saveTokens(replicas.faults());
    replicas.medium().failForces(true);
    replicas.registry().loseRecords(replica, PEER.name(), 9);
    replicas.medium().failForces(false);
    try (OpenReplicas after = new OpenReplicas(replicas.medium().afterKill())) {
      HostedReplica found = after.open(ReplicaState.BOOTSTRAP);
      assertThat(found.progress().isComplete()).isFalse();
      assertThat(found.progress().openingAsOf(EARLIER).start()).isZero();
    }
  }

  @Test
  void aNewStoreIsAsOldAsItsFirstOpening() {
    replicas.open(ReplicaState.BOOTSTRAP);
    assertThat(replicas.reopenAfter(29, ReplicaState.BOOTSTRAP).isDoubtful()).isFalse();
    assertThat(replicas.reopenAfter(2, ReplicaState.BOOTSTRAP).isDoubtful()).isTrue();
  }

  @Test
  void anEmptyStoreWithoutANoteIsAsOldAsItsOpening() {
    replicas.open(ReplicaState.BOOTSTRAP);
    replicas.registry().close(PARTITION);
    replicas.disk().deleteNote(ReplicaNotes.recencyName(PARTITION));
    HostedReplica again = replicas.open(ReplicaState.BOOTSTRAP);
    assertThat(again.isDoubtful()).isFalse();
    assertThat(again.progress().recency().hasNotedLoss()).isFalse();
    assertThat(replicas.reopenAfter(40, ReplicaState.BOOTSTRAP).isDoubtful()).isTrue();
  }

  /** Also an empty one, if it was complete: it may have had records. */
  @ParameterizedTest
  @CsvSource({"0, true", "1, true", "1, false"})
  void aStoreThatLacksItsNoteHasLostRecords(int records, boolean isComplete) {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    replicas.put(records);
    if (isComplete) {
      replicas.registry().complete(replica);
    }
    replicas.registry().close(PARTITION);
    replicas.disk().deleteNote(ReplicaNotes.recencyName(PARTITION));
    HostedReplica again = replicas.open(ReplicaState.BOOTSTRAP);
    assertThat(again.progress().isComplete()).isFalse();
    assertThat(again.isDoubtful()).isTrue();
    assertThat(again.progress().recency().inStepMillis(Distance.NEAR)).isZero();
    assertThat(reopen().progress().recency().hasNotedLoss()).isTrue();
  }

  @Test
  void onlyTheNotedPartOfAnAgreementCountsAndSurvivesARestart() {
    HostedReplica replica = completeWithRecords(3);
    Duration day = Duration.ofDays(1);
    replicas.time().advance(day.toMillis());
    long later = start + day.toMillis();
    Agreement agreement = new Agreement(2, later, later - 1);
    assertThat(replicas.registry().agree(replica, agreement)).isEqualTo(agreement);
    Agreement nearlyTheSame = new Agreement(3, later + 1, later);
    assertThat(replicas.registry().agree(replica, nearlyTheSame))
        .isEqualTo(new Agreement(3, later + 1, later - 1));
    StalenessCheck again = reopen().progress().recency();
    assertThat(replicas.faults().resumedMillis()).isEqualTo(later - 1);
    assertThat(again.agreedMillis()).isEqualTo(later - 1);
    assertThat(again.inStepMillis(Distance.NEAR)).isEqualTo(later);
  }

  @Test
  void anAgreementIsNotedWithTheLastRecordOfTheStore() {
    HostedReplica replica = completeWithRecords(3);
    long later = start + Duration.ofDays(1).toMillis();
    replicas.registry().agree(replica, new Agreement(2, later, later));
    Optional<Noted> noted =
        replicas
            .disk()
            .readNote(ReplicaNotes.recencyName(PARTITION))
            .flatMap(note -> ReplicaNotes.recency(note, replica.store().id()));
    assertThat(noted).hasValue(new Noted(3, later, later).completeIn(replica.progress().opening()));
  }

  @Test
  void tokensAreSavedWhileTheReplicaIsOpen() {
    completeWithRecords(1);
    replicas.registry().saveTokens(replicas.faults());
    assertThat(replicas.disk().readNote(ReplicaNotes.tokensName(PARTITION))).isPresent();
    replicas.disk().deleteNote(ReplicaNotes.tokensName(PARTITION));
    replicas.registry().saveTokens(replicas.faults());
    assertThat(replicas.disk().readNote(ReplicaNotes.tokensName(PARTITION)))
        .as("they have not changed")
        .isEmpty();
  }

  /**
   * After a restart, only the tokens on disk show that records of peers may be lost with the
   * damage.
   */
  @Test
  void damageHealsOnlyAfterOlderTokensAreOffTheDisk() {
    HostedReplica replica = completeWithRecords(3);
    replicas.registry().saveTokens(replicas.faults());
    replicas.medium().flip("partition-" + PARTITION + "/log-0000000001.seg", FIRST_CONTENT, 3);
    replicas.disk().scrub(_ -> {});
    long damages = replica.damaged().version();
    assertThat(damages).isPositive();
    replica.progress().readAgain(damages);
    assertThat(replica.damaged().readAgain()).isZero();
    replicas.registry().saveTokens(replicas.faults());
    assertThat(replica.damaged().readAgain()).isEqualTo(damages);
    byte[] note = replicas.medium().afterCrash().bytes(ReplicaNotes.tokensName(PARTITION));
    assertThat(ReplicaNotes.tokens(ByteBuffer.wrap(note), replica.store().id()))
        .hasEntrySatisfying(PEER, token -> assertThat(token.last()).isZero());
  }

  @Test
  void damageDoesNotHealWhileTokensCannotBeWritten() {
    HostedReplica replica = completeWithRecords(1);
    replica.progress().readAgain(1);
    replicas.medium().failForces(true);
    replicas.registry().saveTokens(replicas.faults());
    assertThat(replica.damaged().readAgain()).isZero();
  }

  @Test
  void aDroppedReplicaLeavesNoNoteBehind() {
    HostedReplica replica = completeWithRecords(1);
    replicas
        .disk()
        .writeNote(
            ReplicaNotes.comparedName(PARTITION),
            ReplicaNotes.complete(replica.store().id()),
            true);
    replicas.registry().close(PARTITION);
    assertThat(NOTES).allMatch(note -> replicas.disk().readNote(note).isPresent());
    replicas.registry().drop(PARTITION);
    assertThat(NOTES).allMatch(note -> replicas.disk().readNote(note).isEmpty());
    assertThat(replicas.disk().partitions()).isEmpty();
  }

  /** The notes of the former store are still beside it. */
  @Test
  void aNewStoreDoesNotInheritTheNotesOfTheOneBefore() {
    completeWithRecords(3);
    replicas.registry().close(PARTITION);
    replicas.disk().drop(PARTITION);
    HostedReplica made = replicas.open(ReplicaState.BOOTSTRAP);
    assertThat(made.progress().isComplete()).isFalse();
    assertThat(token(made)).isZero();
  }

  /** It caught up with peers that had forgotten these deletes, so it lacks them too. */
  @Test
  void aReplicaThatCaughtUpKnowsAfterARestartWhatItsPeersHadForgotten() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    Source said = new Source(new UUID(1, 1), 0, 0, true, new Opening(1, 0), start - 5, 1);
    replica.progress().recency().hear(PEER, said, start);
    replicas.registry().complete(replica);
    assertThat(replica.progress().recency().agreedMillis()).isEqualTo(start - 5);
    assertThat(reopen().progress().recency().agreedMillis()).isEqualTo(start - 5);
  }

  @Test
  void theCompletenessNoteOfAnotherStoreDoesNotCount() {
    ByteBuffer other = ReplicaNotes.complete(new UUID(5, 5));
    replicas.open(ReplicaState.BOOTSTRAP);
    replicas.registry().close(PARTITION);
    replicas.disk().writeNote(ReplicaNotes.completeName(PARTITION), other, true);
    assertThat(replicas.open(ReplicaState.BOOTSTRAP).progress().isComplete()).isFalse();
  }

  /** A later store may have acknowledged records that this one lacks. */
  @Test
  void aStoreUnderTheNotesOfALaterOneIsIncomplete() {
    completeWithRecords(3);
    replicas.registry().close(PARTITION);
    ByteBuffer later = ReplicaNotes.recency(new UUID(5, 5), new Noted(1, start, 0));
    replicas.disk().writeNote(ReplicaNotes.recencyName(PARTITION), later, true);
    HostedReplica again = replicas.open(ReplicaState.BOOTSTRAP);
    assertThat(again.progress().isComplete()).isFalse();
    assertThat(token(again)).isZero();
    assertThat(replicas.disk().readNote(ReplicaNotes.completeName(PARTITION))).isEmpty();
    assertThat(reopen().progress().isComplete()).isFalse();
  }

  @Test
  void aReplicaThatHasLostRecordsCanBeClosedOnADiskThatHasFailed() {
    HostedReplica replica = completeWithRecords(3);
    replicas.registry().loseRecords(replica, PEER.name(), 9);
    replicas.medium().failForces(true);
    ByteBuffer note = ReplicaNotes.complete(replica.store().id());
    assertThatThrownBy(() -> replicas.disk().writeNote("note", note, true))
        .isInstanceOf(AumbryException.class);
    assertThat(replicas.disk().isHealthy()).isFalse();
    replicas.registry().close(PARTITION);
    assertThat(replicas.registry().find(PARTITION)).isEmpty();
    assertThatThrownBy(() -> replica.requireSound(replicas.carrier()))
        .as("its store is closed")
        .isInstanceOf(AumbryException.class);
  }
}
