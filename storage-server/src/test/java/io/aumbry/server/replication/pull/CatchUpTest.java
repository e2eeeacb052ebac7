package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.server.HandViews;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replica.PeerProgress;
import io.aumbry.server.replica.PeerToken;
import io.aumbry.server.replication.AnsweringPeers;
import io.aumbry.server.replication.PullExchange;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.replication.pull.CatchUp.Heard;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordSummary;
import io.aumbry.transport.node.NodeClient;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The conclusions of a puller from the summaries of a peer, when no records can be fetched. */
class CatchUpTest {
  private static final int PARTITION = OpenReplicas.PARTITION;
  private static final NodeId FAR = new NodeId("far");
  private static final NodeId THIRD = new NodeId("third");

  /** Offset of a byte of the first record's content in its file. */
  private static final int FIRST_CONTENT = 160;

  private static final UUID FAR_STORE = new UUID(1, FAR.name().hashCode());
  private static final StorageNode NODE = HandViews.node("peer", true);
  private static final NodeId PEER = NODE.id();

  private static final ReplicationConfig CONFIG = ReplicationConfig.defaults();

  private final OpenReplicas source = new OpenReplicas();
  private final OpenReplicas replicas = new OpenReplicas();
  private final HandViews views = new HandViews();
  private final HostedReplica peer = source.openComplete(ReplicaState.STANDBY);

  /** Of the peer that does not answer further requests, unless a test replaces it. */
  private NodeClient client = new AnsweringPeers();

  @BeforeEach
  void listAll() {
    source.put(3);
    views.place(NODE);
    views.put(PeerViews.SELF, PARTITION, ReplicaState.BOOTSTRAP);
    views.put(PEER, PARTITION, ReplicaState.STANDBY);
    views.put(THIRD, PARTITION, ReplicaState.STANDBY);
  }

  @AfterEach
  void close() {
    source.close();
    replicas.close();
  }

  private CatchUp catchUp() {
    PullerContext context = PullerContexts.of(replicas, CONFIG, views, client);
    PeerCalls calls = new PeerCalls(PEER, context);
    Cooldown cooldown = new Cooldown(PEER, context);
    return new CatchUp(PEER, context, calls, cooldown);
  }

  private static Body copy(Body body) {
    try (body) {
      return Body.of(HeapBuffer.copyOf(body.toByteArray()));
    }
  }

  /** Gives this replica the records of the peer after {@code after}. */
  private void arrive(HostedReplica replica, long after, int maxBytes) {
    RecordBatch records = peer.store().recordsAfter(after, maxBytes, source.carrier().patient());
    replica
        .store()
        .append(
            new RecordBatch(copy(records.records()), records.last()), replicas.carrier().patient());
  }

  private boolean digest(Source said, List<Held> held) {
    return digest(said, held, 1 << 20);
  }

  private boolean digest(Source said, List<Held> held, int maxBytes) {
    return digest(ask(), 50, said, held, maxBytes);
  }

  /** Returns whether to ask again at once. */
  private boolean digest(Pull asked, long askedMillis, Source said, List<Held> held, int maxBytes) {
    RecordBatch summaries = peer.store().summariesAfter(0, maxBytes, source.carrier().patient());
    Body content = copy(summaries.records());
    Batch batch = new Batch(PARTITION, said, summaries.last(), held, content.size());
    Pulled answer = new Pulled(List.of(batch));
    PullExchange exchange = PullExchange.NONE.next(asked, answer);
    try (content) {
      return catchUp().digest(NODE, Heard.of(exchange, askedMillis, answer), content);
    }
  }

  private Pull ask(Pull.From... points) {
    return new Pull("here", List.of(points), Pull.Form.SUMMARIES, 1 << 20, 0);
  }

  /** From the present token, as the puller does. */
  private Pull ask() {
    PeerToken token =
        replicas
            .registry()
            .find(PARTITION)
            .map(replica -> replica.progress().of(PEER).token())
            .orElse(PeerToken.NONE);
    return ask(
        new Pull.From(
            PARTITION, token.store(), token.last(), token.openedMillis(), Integer.MAX_VALUE));
  }

  /** Records are missing, and the peer is down when it is asked for them. */
  private void digestInVain(Source said, List<Held> held) {
    assertThatThrownBy(() -> digest(said, held)).hasMessage("is down");
  }

  private Source said(boolean complete) {
    return OpenReplicas.source(peer.store().id(), 3, complete);
  }

  private static PeerProgress of(HostedReplica replica, NodeId peer) {
    return replica.progress().of(peer);
  }

  @Test
  void aTokenMovesToTheEndWhenEveryRecordIsHere() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    arrive(replica, 0, 1 << 20);
    assertThat(digest(said(true), List.of())).as("goes on").isFalse();
    assertThat(of(replica, PEER).token().last()).isEqualTo(3);
    assertThat(of(replica, PEER).isCaughtUp()).isTrue();
    assertThat(of(replica, PEER).complete()).isTrue();
    assertThat(replica.progress().inSyncWith(PEER)).hasValue(50);
  }

  /** The peer has three records, and its answer had space for the first one. */
  @Test
  void aTokenMovesNoFurtherThanAnIncompleteAnswer() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    replica.progress().heard(FAR, OpenReplicas.source(FAR_STORE, 10, true), 1);
    arrive(replica, 0, 1);
    assertThat(digest(said(true), List.of(new Held(FAR_STORE, 4, 1)), 1)).as("goes on").isTrue();
    assertThat(of(replica, PEER).token().last()).isEqualTo(1);
    assertThat(of(replica, PEER).isCaughtUp()).isFalse();
    assertThat(replica.progress().inSyncWith(PEER)).isEmpty();
    assertThat(of(replica, FAR).token().last()).isZero();
  }

  @Test
  void aTokenStopsBeforeTheFirstMissingRecord() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    arrive(replica, 0, 1);
    arrive(replica, 2, 1);
    digestInVain(said(true), List.of());
    assertThat(of(replica, PEER).token().last()).isEqualTo(1);
    assertThat(of(replica, PEER).isCaughtUp()).isFalse();
    assertThat(replica.progress().inSyncWith(PEER)).isEmpty();
  }

  @Test
  void aRecordThatIsHereIsLookedUpOnce() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    arrive(replica, 0, 1);
    arrive(replica, 2, 1);
    digestInVain(said(true), List.of());
    RecordBatch summaries = peer.store().summariesAfter(0, 1 << 20, source.carrier().patient());
    assertThat(RecordSummary.readAll(summaries.records()))
        .extracting(summary -> replicas.faults().lookUps(summary.id()))
        .satisfies(counts -> {
          assertThat(List.of(counts.getFirst(), counts.getLast())).containsOnly(1);
          assertThat(counts.get(1)).isGreaterThan(1);
        });
  }

  @Test
  void aVersionVectorCountsOnlyWithAllRecordsOfThePeer() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    replica.progress().heard(FAR, OpenReplicas.source(FAR_STORE, 10, true), 1);
    arrive(replica, 0, 1);
    digestInVain(said(true), List.of(new Held(FAR_STORE, 4, 1)));
    assertThat(of(replica, FAR).token().last()).isZero();
    arrive(replica, 1, 1 << 20);
    digest(said(true), List.of(new Held(FAR_STORE, 4, 1)));
    assertThat(of(replica, FAR).token().last()).isEqualTo(4);
  }

  /** The answer says only up to which record a position under the named opening holds. */
  @Test
  void anAnswerToAPositionUnderAnotherOpeningIsIgnored() {
    PeerToken now = PeerToken.NONE;
    requireIgnored(now.store(), now.openedMillis() + 5);
  }

  /** Another puller has moved the position to the present store of the peer. */
  @Test
  void anAnswerToAPositionInAnotherStoreIsIgnored() {
    requireIgnored(new UUID(5, 5), PeerToken.NONE.openedMillis());
  }

  private void requireIgnored(UUID store, long openedMillis) {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    arrive(replica, 0, 1 << 20);
    Pull earlier = ask(new Pull.From(PARTITION, store, 2, openedMillis, Integer.MAX_VALUE));
    digest(earlier, 50, said(true), List.of(), 1 << 20);
    assertThat(of(replica, PEER).heard()).isFalse();
    assertThat(of(replica, PEER).token()).isEqualTo(PeerToken.NONE);
    digest(said(true), List.of());
    assertThat(of(replica, PEER).token().last()).isEqualTo(3);
  }

  @Test
  void aReplicaThatDoesNotPullIgnoresAnswers() {
    HostedReplica replica = replicas.openComplete(ReplicaState.INACTIVE);
    digest(said(true), List.of());
    assertThat(of(replica, PEER).heard()).isFalse();
  }

  @Test
  void aReplicaInDoubtHearsPeersButTakesNoRecords() {
    HostedReplica replica = lateReplica();
    digest(said(false), List.of());
    assertThat(replica.isDoubtful()).isTrue();
    assertThat(of(replica, PEER).heard()).isTrue();
    assertThat(of(replica, PEER).token().last()).isZero();
  }

  private HostedReplica lateReplica() {
    HostedReplica before = replicas.openComplete(ReplicaState.STANDBY);
    arrive(before, 0, 1 << 20);
    return replicas.reopenAfter(40, ReplicaState.BOOTSTRAP);
  }

  @Test
  void aCompletePeerEndsTheDoubtAndItsRecordsCountAtOnce() {
    HostedReplica replica = lateReplica();
    digest(ask(), replicas.time().wallMillis(), said(true), List.of(), 1 << 20);
    assertThat(replica.isDoubtful()).isFalse();
    assertThat(of(replica, PEER).token().last()).isEqualTo(3);
  }

  /** Then no replica is left that could have forgotten more. */
  @Test
  void incompletePeersEndTheDoubtOnceAllOfAWholeViewWereHeard() {
    HostedReplica replica = lateReplica();
    long now = replicas.time().wallMillis();
    replica.progress().recency().hear(THIRD, said(false), now);
    views.put(THIRD, PARTITION, ReplicaState.DROPPED);
    digest(ask(), now, said(false), List.of(), 1 << 20);
    assertThat(replica.isDoubtful()).as("the view is not whole").isTrue();
    views.put(THIRD, PARTITION, ReplicaState.BOOTSTRAP);
    digest(ask(), now, said(false), List.of(), 1 << 20);
    assertThat(replica.isDoubtful()).isFalse();
    assertThat(of(replica, PEER).token().last()).isEqualTo(3);
  }

  @Test
  void aReplicaThatMayHaveMissedForgottenDeletesFailsAndIsNotHeard() {
    HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);
    arrive(replica, 0, 1 << 20);
    replicas.time().advance(Duration.ofDays(60).toMillis());
    long now = replicas.time().wallMillis();
    Source forgot = new Source(peer.store().id(), 3, 0, true, new Opening(1, 0), now, now);
    digest(ask(), now, forgot, List.of(), 1 << 20);
    assertThat(replicas.registry().find(PARTITION))
        .hasValueSatisfying(failed -> assertThat(failed.state()).isEqualTo(ReplicaState.ERROR));
    assertThat(of(replica, PEER).heard()).isFalse();
  }

  /** Two damaged replicas would wait for each other for ever. */
  @Test
  void damageCountsAsReadAgainAfterATimeLimit() {
    HostedReplica replica = damagedReplica();
    replica.progress().next(PEER, replica.damaged().version());
    digest(said(true), List.of());
    replicas.time().pass(CONFIG.tuning().mended());
    digest(said(true), List.of());
    assertThat(readAgain(replica)).isZero();
    replicas.time().pass(Duration.ofNanos(1));
    digest(said(true), List.of());
    assertThat(readAgain(replica)).isEqualTo(replica.damaged().version());
  }

  @Test
  void theTimeLimitDoesNotRunWhileAPeerIsRead() {
    HostedReplica replica = damagedReplica();
    replica.progress().next(THIRD, replica.damaged().version());
    replica.progress().heard(THIRD, OpenReplicas.source(FAR_STORE, 9, true), 1);
    for (int record = 1; record < 9; record++) {
      digest(said(true), List.of());
      replicas.time().pass(CONFIG.tuning().mended());
      replica
          .progress()
          .advanced(THIRD, OpenReplicas.source(FAR_STORE, 9, true), record, damages(replica));
    }
    digest(said(true), List.of());
    assertThat(readAgain(replica)).isZero();
  }

  private static long damages(HostedReplica replica) {
    return replica.damaged().version();
  }

  /** The other data centre may be the only one that has a lost change. */
  @ParameterizedTest
  @EnumSource(names = {"LEADER", "OFFLINE"})
  void lostChangesAreReadAgainOnceTheOtherDataCentreWasRead(ReplicaState state) {
    HostedReplica replica = damagedLeaderThatReadNearPeers();
    putFar(FAR, state);
    digest(said(true), List.of());
    assertThat(readAgain(replica)).isZero();
    replica.progress().next(FAR, damages(replica));
    hearFar(replica, 0);
    digest(said(true), List.of());
    assertThat(readAgain(replica)).isEqualTo(damages(replica));
  }

  private HostedReplica damagedLeaderThatReadNearPeers() {
    HostedReplica replica = damagedReplica(ReplicaState.LEADER);
    views.add(new DataCenter(2, "far"));
    for (NodeId near : List.of(PEER, THIRD)) {
      replica.progress().next(near, damages(replica));
    }
    replica.progress().heard(THIRD, OpenReplicas.source(FAR_STORE, 0, true), 1);
    return replica;
  }

  private void putFar(NodeId node, ReplicaState state) {
    views.place(new StorageNode(node, 2, NODE.zone(), NODE.endpoint(), true));
    views.put(node, PARTITION, state);
  }

  private static void hearFar(HostedReplica replica, long end) {
    replica.progress().heard(FAR, OpenReplicas.source(FAR_STORE, end, true), 1);
  }

  @Test
  void theLeaderOfTheOtherDataCentreIsReadToItsEnd() {
    HostedReplica replica = damagedLeaderThatReadNearPeers();
    putFar(FAR, ReplicaState.LEADER);
    replica.progress().next(FAR, damages(replica));
    hearFar(replica, 5);
    digest(said(true), List.of());
    assertThat(readAgain(replica)).isZero();
    Source far = OpenReplicas.source(FAR_STORE, 5, true);
    replica.progress().advanced(FAR, far, 5, damages(replica));
    digest(said(true), List.of());
    assertThat(readAgain(replica)).isEqualTo(damages(replica));
  }

  /** Its position follows from the statements of others. */
  @Test
  void aStoreOfTheOtherDataCentreThatIsNotPulledNeedsAVerifiedPositionOnly() {
    HostedReplica replica = damagedLeaderThatReadNearPeers();
    putFar(FAR, ReplicaState.OFFLINE);
    replica.progress().next(FAR, damages(replica));
    hearFar(replica, 5);
    digest(said(true), List.of());
    assertThat(readAgain(replica)).isEqualTo(damages(replica));
  }

  @Test
  void aViewWithoutReplicasOfTheOtherDataCentreIsNotWhole() {
    HostedReplica replica = damagedLeaderThatReadNearPeers();
    digest(said(true), List.of());
    assertThat(readAgain(replica)).isZero();
  }

  @Test
  void aDroppedReplicaOfTheOtherDataCentreIsNotAwaited() {
    HostedReplica replica = damagedLeaderThatReadNearPeers();
    putFar(FAR, ReplicaState.LEADER);
    putFar(new NodeId("dropped"), ReplicaState.DROPPED);
    replica.progress().next(FAR, damages(replica));
    hearFar(replica, 0);
    digest(said(true), List.of());
    assertThat(readAgain(replica)).isEqualTo(damages(replica));
  }

  /** A view that has just begun to fill lists one of two peers. */
  @Test
  void lostChangesAreReadAgainOnceAllPeersOfAWholeViewWereRead() {
    HostedReplica replica = damagedReplica();
    long damages = replica.damaged().version();
    views.put(THIRD, PARTITION, ReplicaState.DROPPED);
    replica.progress().next(PEER, damages);
    digest(said(true), List.of());
    assertThat(of(replica, PEER).lag()).isZero();
    assertThat(readAgain(replica)).isZero();
    views.put(THIRD, PARTITION, ReplicaState.STANDBY);
    digest(said(true), List.of());
    assertThat(readAgain(replica)).as("the third one was not read").isZero();
    replica.progress().next(THIRD, damages);
    replica.progress().heard(THIRD, OpenReplicas.source(FAR_STORE, 0, true), 1);
    digest(said(true), List.of());
    assertThat(readAgain(replica)).isEqualTo(damages);
  }

  private HostedReplica damagedReplica() {
    return damagedReplica(ReplicaState.BOOTSTRAP);
  }

  private HostedReplica damagedReplica(ReplicaState state) {
    HostedReplica replica = replicas.open(state);
    arrive(replica, 0, 1 << 20);
    replicas.medium().flip("partition-" + PARTITION + "/log-0000000001.seg", FIRST_CONTENT, 3);
    replicas.disk().scrub(_ -> {});
    assertThat(replica.damaged().version()).isPositive();
    arrive(replica, 0, 1 << 20);
    return replica;
  }

  private long readAgain(HostedReplica replica) {
    replicas.registry().saveTokens(replicas.faults());
    return replica.damaged().readAgain();
  }

  @Test
  void thePeerIsHeardBeforeItsRecordsAreCompared() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    digestInVain(said(false), List.of());
    assertThat(of(replica, PEER).heard()).isTrue();
    assertThat(of(replica, PEER).complete()).isFalse();
    assertThat(of(replica, PEER).target()).isEqualTo(3);
    assertThat(of(replica, PEER).token().last()).isZero();
  }

  private ServingPeer serving(HostedReplica replica) {
    ServingPeer serving = new ServingPeer(source, () -> replica.feed().lastSequence());
    client = serving;
    return serving;
  }

  @Test
  void missingRecordsAreFetchedAndTheClaimIsGivenBack() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    ServingPeer serving = serving(replica);
    arrive(replica, 0, 1);
    Source said = new Source(peer.store().id(), 3, 0, true, peer.progress().opening(), 0, 1);
    assertThat(digest(said, List.of())).as("asks again").isTrue();
    assertThat(replica.feed().lastSequence()).isEqualTo(3);
    assertThat(of(replica, PEER).token().last()).isEqualTo(3);
    assertThat(serving.requests()).singleElement().returns(1L, ServingPeer.Request::after);
    assertThat(replica.progress().claimFetch(Distance.NEAR)).isTrue();
  }

  @Test
  void recordsThatAnotherPullerFetchesAreLeftToIt() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    ServingPeer serving = serving(replica);
    assertThat(replica.progress().claimFetch(Distance.NEAR)).isTrue();
    assertThat(digest(said(true), List.of())).as("asks again").isFalse();
    assertThat(serving.requests()).isEmpty();
    assertThat(of(replica, PEER).token().last()).isZero();
    assertThat(replica.progress().claimFetch(Distance.NEAR)).as("the claim is kept").isFalse();
  }

  @Test
  void aClaimIsGivenBackWhenThePeerDoesNotAnswer() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    digestInVain(said(true), List.of());
    assertThat(replica.progress().claimFetch(Distance.NEAR)).isTrue();
  }
}
