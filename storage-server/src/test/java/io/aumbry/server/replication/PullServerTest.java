package io.aumbry.server.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.runtime.LeavingClaimant;
import io.aumbry.server.flow.Reply;
import io.aumbry.server.replica.Acknowledged;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.pull.PeerViews;
import io.aumbry.store.Blobs;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.Retention;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The conclusions from the positions in a pull, and the statements in its answer. */
class PullServerTest {
  private static final String PEER = "near";
  private static final long DELETED = 1_000_000;

  /** Smallest difference for which an agreement is noted. */
  private static final long GRAIN = Duration.ofMinutes(10).toMillis();

  private static final UUID FAR_STORE = new UUID(1, "far".hashCode());
  private static final ClusterView VIEW =
      PeerViews.view(2, "self:STANDBY near:STANDBY 2far:STANDBY");

  private final OpenReplicas replicas = new OpenReplicas();
  private final PullServer server = PullServers.of(replicas, views());

  @AfterEach
  void close() {
    replicas.close();
  }

  private static ClusterViews views() {
    return new ClusterViews() {
      @Override
      public ClusterView current() {
        return VIEW;
      }

      @Override
      public void subscribe(Consumer<ClusterView> listener) {
        listener.accept(VIEW);
      }
    };
  }

  private HostedReplica openWithRecords(int count) {
    HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);
    replicas.put(count);
    return replica;
  }

  private Batch pull(Pull.Form form, UUID store, long after, long openedMillis) {
    Pull.From point =
        new Pull.From(OpenReplicas.PARTITION, store, after, openedMillis, 77, 0, Integer.MAX_VALUE);
    return batches(point, form, 1 << 20).getFirst();
  }

  private List<Batch> batches(Pull.From point, Pull.Form form, int maxBytes) {
    Reply answer =
        server.answer(
            new Pull(PEER, List.of(point), form, maxBytes, 0), replicas.carrier().patient());
    answer.content().close();
    return ((Pulled) answer.response()).batches();
  }

  private static Acknowledged acknowledged(HostedReplica replica) {
    return replica.progress().acknowledgedBy(new NodeId(PEER));
  }

  private static long opened(HostedReplica replica) {
    return replica.progress().opening().millis();
  }

  @ParameterizedTest
  @EnumSource(Pull.Form.class)
  void onlyPullsForSummariesAndRollCallsAcknowledge(Pull.Form form) {
    HostedReplica replica = openWithRecords(3);
    pull(form, replica.store().id(), 2, opened(replica));
    boolean speaks = form == Pull.Form.SUMMARIES || form == Pull.Form.NOTHING;
    assertThat(acknowledged(replica).last()).isEqualTo(speaks ? 2 : -1);
    assertThat(acknowledged(replica).inStepMillis()).isEqualTo(speaks ? 77 : 0);
  }

  @Test
  void aLongPollEndsWhenItsPullerHasLeft() {
    HostedReplica replica = openWithRecords(3);
    Pull.From end =
        new Pull.From(
            OpenReplicas.PARTITION,
            replica.store().id(),
            3,
            opened(replica),
            77,
            0,
            Integer.MAX_VALUE);
    int minute = Math.toIntExact(Duration.ofMinutes(1).toMillis());
    Pull pull = new Pull(PEER, List.of(end), Pull.Form.SUMMARIES, 1 << 20, minute);
    assertThatThrownBy(() ->
            server.answer(
                pull, replicas.carrier().patient().withClaimant(new LeavingClaimant(() -> true))))
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLIENT_GONE));
  }

  @Test
  void aPositionInAnotherStoreAcknowledgesNothing() {
    HostedReplica replica = openWithRecords(3);
    pull(Pull.Form.SUMMARIES, new UUID(9, 9), 2, opened(replica));
    assertThat(acknowledged(replica).last()).isZero();
  }

  /** The store may have given these numbers to other records since. */
  @Test
  void aPositionOfAnEarlierOpeningBeyondItsEndAcknowledgesNothing() {
    openWithRecords(3);
    HostedReplica again = replicas.reopenAfter(0, ReplicaState.STANDBY);
    replicas.put(2);
    long before = opened(again) - 1;
    pull(Pull.Form.SUMMARIES, again.store().id(), 3, before);
    assertThat(acknowledged(again).last()).as("it was there at the opening").isEqualTo(3);
    Pull.From beyond = new Pull.From(OpenReplicas.PARTITION, again.store().id(), 4, before, 77);
    batches(beyond, Pull.Form.SUMMARIES, 1 << 20);
    assertThat(acknowledged(again).last()).isZero();
  }

  @Test
  void aPositionThatThisStoreLostMakesTheReplicaFail() {
    openWithRecords(3);
    HostedReplica again = replicas.reopenAfter(0, ReplicaState.STANDBY);
    pull(Pull.Form.SUMMARIES, again.store().id(), 3, opened(again) - 1);
    assertThat(replicas.registry().failed()).isEmpty();
    HostedReplica open = replicas.registry().find(OpenReplicas.PARTITION).orElseThrow();
    server.answer(
        new Pull(
            PEER,
            List.of(
                new Pull.From(
                    OpenReplicas.PARTITION, again.store().id(), 4, opened(again) - 1, 77)),
            Pull.Form.SUMMARIES,
            1 << 20,
            0),
        replicas.carrier().patient());
    assertThat(replicas.registry().failed()).containsKey(OpenReplicas.PARTITION);
    assertThat(open.progress().isComplete()).isFalse();
  }

  /** A replica that lost records, holds five now and is complete again, opened once more. */
  private HostedReplica openAfterHealedLoss() {
    replicas.registry().loseRecords(openWithRecords(3), PEER, 9);
    HostedReplica healed = replicas.reopenAfter(0, ReplicaState.STANDBY);
    replicas.put(2);
    replicas.registry().complete(healed);
    return replicas.reopenAfter(0, ReplicaState.STANDBY);
  }

  @Test
  void aPositionOfAReplicaThatClaimedNothingProvesNoLoss() {
    replicas.registry().loseRecords(openWithRecords(3), PEER, 9);
    HostedReplica again = replicas.reopenAfter(0, ReplicaState.BOOTSTRAP);
    pull(Pull.Form.SUMMARIES, again.store().id(), 9, opened(again) - 1);
    assertThat(replicas.registry().failed()).isEmpty();
  }

  /** A power failure can bring back the note of the peer from the time between. */
  @Test
  void aPositionFromAfterAKnownLossProvesNoSecondOne() {
    HostedReplica again = openAfterHealedLoss();
    assertThat(again.progress().recency().hasNotedLoss()).isFalse();
    pull(Pull.Form.SUMMARIES, again.store().id(), 5, opened(again) - 1);
    assertThat(replicas.registry().failed()).isEmpty();
    assertThat(acknowledged(again).last()).isEqualTo(5);
  }

  /**
   * Seed 54627: a puller had started over, lost its newer token in a power failure, and returned
   * with the one from before the loss. Its number is in use again, and the store is open again.
   */
  @Test
  void aPositionFromBeforeALossHoldsNoFurtherWhenTheStoreHasGrownPastIt() {
    openWithRecords(3);
    HostedReplica lost = replicas.reopenAfter(0, ReplicaState.STANDBY);
    long before = opened(lost) - 1;
    replicas.registry().loseRecords(lost, PEER, 5);
    replicas.reopenAfter(0, ReplicaState.STANDBY);
    replicas.put(4);
    HostedReplica grown = replicas.reopenAfter(0, ReplicaState.STANDBY);
    Batch answer = pull(Pull.Form.SUMMARIES, grown.store().id(), 5, before);
    assertThat(answer.source().opening()).isEqualTo(new Opening(opened(grown), 3));
    assertThat(answer.last()).isEqualTo(7);
    assertThat(acknowledged(grown).last()).isZero();
    Batch all = pull(Pull.Form.SUMMARIES, new UUID(9, 9), 0, 0);
    assertThat(answer.length()).as("from the first record").isEqualTo(all.length());
  }

  @Test
  void aSecondLossIsFound() {
    HostedReplica again = openAfterHealedLoss();
    Pull.From beyond =
        new Pull.From(OpenReplicas.PARTITION, again.store().id(), 6, opened(again) - 1, 77);
    server.answer(
        new Pull(PEER, List.of(beyond), Pull.Form.SUMMARIES, 1 << 20, 0),
        replicas.carrier().patient());
    assertThat(replicas.registry().failed()).containsKey(OpenReplicas.PARTITION);
  }

  @Test
  void anAnswerContinuesAfterAPositionOfThisOpeningOnly() {
    HostedReplica replica = openWithRecords(3);
    Batch rest = pull(Pull.Form.RECORDS, replica.store().id(), 3, opened(replica));
    assertThat(rest.length()).isZero();
    Batch all = pull(Pull.Form.RECORDS, new UUID(9, 9), 3, opened(replica));
    assertThat(all.length()).isPositive();
    assertThat(all.last()).isEqualTo(3);
    Batch beyond = pull(Pull.Form.RECORDS, replica.store().id(), 4, opened(replica));
    assertThat(beyond.length()).isEqualTo(all.length());
  }

  @Test
  void onlyACompleteReplicaThatIsNotInDoubtSaysThatItIsComplete() {
    replicas.open(ReplicaState.BOOTSTRAP);
    assertThat(pull(Pull.Form.NOTHING, new UUID(9, 9), 0, 0).source().complete()).isFalse();
    replicas.registry().complete(replicas.registry().find(OpenReplicas.PARTITION).orElseThrow());
    assertThat(pull(Pull.Form.NOTHING, new UUID(9, 9), 0, 0).source().complete()).isTrue();
    replicas.reopenAfter(40, ReplicaState.BOOTSTRAP);
    assertThat(pull(Pull.Form.NOTHING, new UUID(9, 9), 0, 0).source().complete()).isFalse();
  }

  /** A peer in another data centre is told no time later than the recorded horizon. */
  @Test
  void onlyACompleteReplicaStatesATimeInStep() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    assertThat(fromStart(0).source().inStepMillis()).isZero();
    replicas.registry().complete(replica);
    assertThat(fromStart(0).source().inStepMillis())
        .isEqualTo(replica.progress().inStepMillis(Distance.NEAR))
        .isPositive();
  }

  @Test
  void aReplicaInDoubtGivesNoRecordsAndNoVersionVector() {
    openWithRecords(3);
    HostedReplica late = replicas.reopenAfter(40, ReplicaState.STANDBY);
    OpenReplicas.hear(late, new NodeId("far"), 4, 10, true);
    Batch answer = pull(Pull.Form.SUMMARIES, new UUID(9, 9), 0, 0);
    assertThat(answer.length()).isZero();
    assertThat(answer.last()).isZero();
    assertThat(answer.end()).isEqualTo(3);
    assertThat(answer.held()).isEmpty();
    Batch atEnd = pull(Pull.Form.NOTHING, late.store().id(), 3, opened(late));
    assertThat(atEnd.held()).isEmpty();
  }

  /** The vector holds only for a puller that has all records of this store. */
  @Test
  void onlyAnAnswerThatReachesTheEndHasAVersionVector() {
    HostedReplica replica = openWithRecords(3);
    OpenReplicas.hear(replica, new NodeId("far"), 4, 10, true);
    Batch all = pull(Pull.Form.SUMMARIES, new UUID(9, 9), 0, 0);
    assertThat(all.last()).isEqualTo(3);
    assertThat(all.held()).containsExactly(new Held(FAR_STORE, 4, 1));
    Pull.From little = new Pull.From(OpenReplicas.PARTITION, new UUID(9, 9), 0, 0, 0, 0, 1);
    Batch first = batches(little, Pull.Form.SUMMARIES, 1).getFirst();
    assertThat(first.last()).isEqualTo(1);
    assertThat(first.held()).isEmpty();
  }

  /** The puller takes the position over, and would never ask for the record behind the end. */
  @Test
  void theVersionVectorCoversNoRecordBehindTheEndOfTheAnswer() {
    HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);
    replicas
        .faults()
        .afterEnd(() -> {
          replicas.put(1);
          OpenReplicas.hear(replica, new NodeId("far"), 1, 1, true);
        });
    Batch answer = fromStart(0);
    assertThat(answer.last()).isZero();
    assertThat(answer.held()).isEmpty();
    Batch next = fromStart(0);
    assertThat(next.last()).isEqualTo(1);
    assertThat(next.held()).containsExactly(new Held(FAR_STORE, 1, 1));
  }

  /** It may withhold a blob because it lacks the undelete. */
  @Test
  void anIncompleteReplicaGivesNoVectorToAPullerThatMayHaveForgottenDeletes() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    OpenReplicas.hear(replica, new NodeId("far"), 4, 10, true);
    assertThat(fromStart(0).held()).containsExactly(new Held(FAR_STORE, 4, 1));
    assertThat(fromStart(1).held()).isEmpty();
    replicas.registry().complete(replica);
    assertThat(fromStart(1).held()).containsExactly(new Held(FAR_STORE, 4, 1));
  }

  /** Its peers may have undone deletes for two more days before they forgot them. */
  @Test
  void aReplicaThatMayLackUndeletesGivesNoVectorToAPullerThatMayHaveForgottenDeletes() {
    openWithRecords(3);
    HostedReplica away = replicas.reopenAfter(25, ReplicaState.STANDBY);
    assertThat(away.isDoubtful()).isFalse();
    OpenReplicas.hear(away, new NodeId("far"), 4, 10, true);
    long now = replicas.time().wallMillis();
    assertThat(fromStart(now).held()).isEmpty();
    assertThat(fromStart(now - Duration.ofDays(3).toMillis()).held()).hasSize(1);
    replicas.registry().agree(away, new Agreement(3, now, 0));
    assertThat(fromStart(now).held()).as("in step again").hasSize(1);
  }

  /** It withholds blobs by deletes that it may have forgotten itself. */
  @Test
  void anIncompleteReplicaThatMayHaveForgottenDeletesGivesNoVector() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    OpenReplicas.hear(replica, new NodeId("far"), 4, 10, true);
    replicas.registry().agree(replica, new Agreement(3, 5, 5));
    assertThat(fromStart(0).held()).isEmpty();
  }

  @Test
  void aPullerWithAFastClockStillGetsUnforgottenBlobs() {
    HostedReplica replica = openWithDeletedBlob(replicas.time().wallMillis());
    long now = replicas.time().wallMillis();
    int two = fromStart(now).length();
    long later = now + Duration.ofDays(300).toMillis();
    assertThat(fromStart(later).length()).isEqualTo(two);
    assertThat(replica.progress().recency().agreedMillis()).isZero();
  }

  @Test
  void aBlobThatHadEndedForGoodIsNotOfferedAfterARestartEither() {
    HostedReplica replica = openWithDeletedBlob(DELETED);
    int two = fromStart(0).length();
    Retention retention = replica.store().retention();
    long ended = DELETED + retention.deleted().plus(retention.clockSkew()).toMillis();
    replicas.registry().agree(replica, new Agreement(2, ended - 1, ended - 1));
    replicas.reopenAfter(0, ReplicaState.STANDBY);
    assertThat(fromStart(0).length()).isEqualTo(two);
    replicas.registry().agree(open(), new Agreement(2, ended + GRAIN, ended + GRAIN));
    replicas.reopenAfter(0, ReplicaState.STANDBY);
    assertThat(fromStart(0).length()).isEqualTo(two / 2);
  }

  private HostedReplica open() {
    return replicas.registry().find(OpenReplicas.PARTITION).orElseThrow();
  }

  @Test
  void aPullerDoesNotGetABlobIfItMayHaveForgottenTheDelete() {
    HostedReplica replica = openWithDeletedBlob();
    long forgotten = forgottenMillis(replica);
    int two = fromStart(forgotten - 1).length();
    assertThat(fromStart(forgotten).length()).isEqualTo(two / 2);
  }

  /** Its own record of the delete may be lost in damage that has healed. */
  @Test
  void noPullerGetsABlobIfThisReplicaMayHaveForgottenTheDelete() {
    HostedReplica replica = openWithDeletedBlob();
    int two = fromStart(0).length();
    long forgotten = forgottenMillis(replica);
    replicas.registry().agree(replica, new Agreement(2, forgotten, forgotten));
    assertThat(fromStart(0).length()).isEqualTo(two / 2);
  }

  private HostedReplica openWithDeletedBlob() {
    return openWithDeletedBlob(DELETED);
  }

  private HostedReplica openWithDeletedBlob(long deletedMillis) {
    HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);
    BlobId id = Blobs.id(new SplittableRandom(1));
    Blobs.put(replica.store(), id, new byte[100], replicas.carrier().patient());
    replica.store().delete(id, deletedMillis, replicas.carrier().patient());
    return replicas.reopenAfter(20, ReplicaState.STANDBY);
  }

  /** The time at which the delete of that blob may be forgotten. */
  private static long forgottenMillis(HostedReplica replica) {
    return DELETED + replica.store().retention().forgotten().toMillis();
  }

  private Batch fromStart(long agreedMillis) {
    Pull.From start = Pull.From.start(OpenReplicas.PARTITION).withAgreed(agreedMillis);
    return batches(start, Pull.Form.SUMMARIES, 1 << 20).getFirst();
  }

  @Test
  void aFailedReplicaIsNotInTheAnswer() {
    replicas.open(ReplicaState.ERROR);
    Pull.From start = Pull.From.start(OpenReplicas.PARTITION);
    assertThat(batches(start, Pull.Form.SUMMARIES, 1)).isEmpty();
  }
}
