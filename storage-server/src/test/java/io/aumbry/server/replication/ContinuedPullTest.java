package io.aumbry.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Scope;
import io.aumbry.server.HandViews;
import io.aumbry.server.flow.Reply;
import io.aumbry.server.replica.Acknowledged;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The statements that a node hears and makes without naming the partition. */
class ContinuedPullTest {
  private static final String PEER = "near";
  private static final int PARTITION = OpenReplicas.PARTITION;

  private final OpenReplicas replicas = new OpenReplicas();
  private final HandViews views = new HandViews();
  private final PullServer server = PullServers.of(replicas, views, StandingCarrier.of(replicas));

  @BeforeEach
  void listThePeer() {
    views.place(HandViews.node(PEER, true));
  }

  @AfterEach
  void close() {
    replicas.close();
  }

  private static Pull.From point(HostedReplica replica, long after) {
    return new Pull.From(
        PARTITION,
        replica.store().id(),
        after,
        replica.progress().opening().millis(),
        77,
        0,
        Integer.MAX_VALUE);
  }

  private Pulled first(Pull.Form form, Pull.From... points) {
    return answer(new Pull(PEER, List.of(points), form, 1 << 20, 0));
  }

  private Pulled answer(Pull pull) {
    Reply reply = server.answer(pull, replicas.carrier().patient());
    reply.content().close();
    return (Pulled) reply.response();
  }

  private Pulled next(Pulled before, Pull.From... changed) {
    return next(PEER, before, changed);
  }

  private Pulled next(String puller, Pulled before, Pull.From... changed) {
    return answer(
        new Pull(
            puller,
            List.of(changed),
            Pull.Form.SUMMARIES,
            1 << 20,
            0,
            new Pull.Earlier(before.exchange(), List.of())));
  }

  private Acknowledged acknowledged() {
    return replicas
        .registry()
        .find(PARTITION)
        .orElseThrow()
        .progress()
        .acknowledgedBy(new NodeId(PEER));
  }

  private HostedReplica openWithRecords(int count) {
    HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);
    replicas.put(count);
    return replica;
  }

  @Test
  void anUnchangedPartitionIsNotNamedAgain() {
    HostedReplica replica = openWithRecords(3);
    Pulled whole = first(Pull.Form.SUMMARIES, point(replica, 3));
    assertThat(whole.scope()).isEqualTo(Scope.ALL);
    assertThat(whole.batches()).hasSize(1);
    Pulled same = next(whole);
    assertThat(same.scope()).isEqualTo(Scope.CHANGES);
    assertThat(same.batches()).isEmpty();
    assertThat(same.exchange()).isNotZero().isNotEqualTo(whole.exchange());
  }

  @Test
  void anImpliedPositionAcknowledgesItsRecords() {
    HostedReplica replica = openWithRecords(3);
    Pulled whole = first(Pull.Form.SUMMARIES, point(replica, 3));
    replica.progress().acknowledged(PEER, new Acknowledged(0, 0));
    next(whole);
    assertThat(acknowledged()).isEqualTo(new Acknowledged(3, 77));
  }

  @Test
  void newRecordsOfAnImpliedPartitionAreGiven() {
    HostedReplica replica = openWithRecords(3);
    Pulled whole = first(Pull.Form.SUMMARIES, point(replica, 3));
    replicas.put(2);
    Batch batch = next(whole).batches().getFirst();
    assertThat(batch.last()).isEqualTo(5);
    assertThat(batch.length()).isPositive();
  }

  /** Otherwise the puller would believe that the records of the last answer are not there. */
  @Test
  void recordsThatThePullerDidNotTakeAreGivenAgain() {
    HostedReplica replica = openWithRecords(3);
    Pulled whole = first(Pull.Form.SUMMARIES, point(replica, 1));
    Pulled again = next(whole);
    assertThat(again.batches()).isEqualTo(whole.batches());
    assertThat(again.batches().getFirst().length()).isPositive();
  }

  @Test
  void aNamedPositionReplacesTheImpliedOne() {
    HostedReplica replica = openWithRecords(3);
    Pulled whole = first(Pull.Form.SUMMARIES, point(replica, 1));
    Pulled next = next(whole, point(replica, 3));
    assertThat(next.batches().getFirst().length()).isZero();
    assertThat(acknowledged().last()).isEqualTo(3);
    assertThat(next(next).batches()).isEmpty();
  }

  @Test
  void anUnknownExchangeIsAnsweredWithNothing() {
    HostedReplica replica = openWithRecords(3);
    Pulled whole = first(Pull.Form.SUMMARIES, point(replica, 3));
    next(whole);
    Pulled stale = next(whole, point(replica, 2));
    assertThat(stale).isEqualTo(new Pulled(0, Scope.NONE, List.of()));
    assertThat(acknowledged().last()).isEqualTo(3);
  }

  @Test
  void aPullOfAnotherFormDoesNotContinueIt() {
    HostedReplica replica = openWithRecords(3);
    Pulled rollCall = first(Pull.Form.NOTHING, point(replica, 3));
    assertThat(next(rollCall).scope()).isEqualTo(Scope.NONE);
  }

  @ParameterizedTest
  @EnumSource(
      value = Pull.Form.class,
      names = {"RECORDS", "OFFERED"})
  void copiesAreNotRemembered(Pull.Form form) {
    HostedReplica replica = openWithRecords(3);
    assertThat(first(form, point(replica, 3)).exchange()).isZero();
  }

  @Test
  void exchangesWithStrangersAreNotRemembered() {
    HostedReplica replica = openWithRecords(3);
    assertThat(answer(pullOf("stranger", replica)).exchange()).isZero();
    assertThat(answer(pullOf("not the name of a node", replica)).exchange()).isZero();
  }

  @Test
  void anAnswerThatLacksAReplicaNamesAllOthers() {
    HostedReplica replica = openWithRecords(3);
    Pulled whole = first(Pull.Form.SUMMARIES, point(replica, 3));
    replicas.registry().loseRecords(replica, PEER, 9);
    Pulled next = next(whole);
    assertThat(next.scope()).isEqualTo(Scope.ALL);
    assertThat(next.batches()).isEmpty();
    assertThat(next(next).scope()).as("still not there").isEqualTo(Scope.CHANGES);
  }

  @Test
  void anImpliedPositionThatTheStoreLostMakesTheReplicaFail() {
    HostedReplica replica = openWithRecords(3);
    Pulled whole = first(Pull.Form.SUMMARIES, point(replica, 9));
    replicas.reopenAfter(0, ReplicaState.STANDBY);
    next(whole);
    assertThat(replicas.registry().failed()).containsKey(PARTITION);
  }

  @Test
  void anotherOpeningIsStated() {
    HostedReplica replica = openWithRecords(3);
    Pulled whole = first(Pull.Form.SUMMARIES, point(replica, 3));
    HostedReplica again = replicas.reopenAfter(0, ReplicaState.STANDBY);
    assertThat(next(whole).batches().getFirst().source().opening().millis())
        .isEqualTo(again.progress().opening().millis());
  }

  /** Otherwise a busy partition would keep the times in step of the others from moving on. */
  @Test
  void besideABusyPartitionTheOthersAreSpokenOfOnceASecond() {
    HostedReplica replica = openWithRecords(3);
    Pull.From idle = new Pull.From(PARTITION + 1, UUID.randomUUID(), 0, 0, 0, 0, 1);
    Pulled answer = first(Pull.Form.SUMMARIES, point(replica, 1), idle);
    for (int second = 0; second < 2; second++) {
      replicas.time().pass(Duration.ofMillis(999));
      answer = next(answer);
      assertThat(answer.scope()).isEqualTo(Scope.NAMED);
      replicas.time().pass(Duration.ofMillis(1));
      answer = next(answer);
      assertThat(answer.scope()).isEqualTo(Scope.CHANGES);
    }
  }

  @Test
  void exchangesWithRemovedNodesAreForgotten() {
    HostedReplica replica = openWithRecords(3);
    Pulled gone = new Pulled(List.of());
    for (int node = 0; node < 5; node++) {
      views.place(HandViews.node("gone" + node, true));
      gone = answer(pullOf("gone" + node, replica));
      views.remove(new NodeId("gone" + node));
    }
    Pulled whole = first(Pull.Form.SUMMARIES, point(replica, 3));
    assertThat(next(whole).scope()).isEqualTo(Scope.CHANGES);
    views.place(HandViews.node("gone4", true));
    assertThat(next("gone4", gone).scope()).isEqualTo(Scope.NONE);
  }

  private static Pull pullOf(String puller, HostedReplica replica) {
    return new Pull(puller, List.of(point(replica, 3)), Pull.Form.SUMMARIES, 1 << 20, 0);
  }
}
