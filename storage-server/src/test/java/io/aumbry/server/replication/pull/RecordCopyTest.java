package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.server.HandViews;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.ReplicationConfig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The requests and tokens of copies, with faults of the peer and in its answers. */
class RecordCopyTest {
  private static final StorageNode NODE = HandViews.node("peer", true);

  /** The records of the peer fill several answers of this size. */
  private static final int ROOM = 32 << 10;

  private static final int RECORDS = 600;
  private static final long MUCH = 1 << 30;

  private final ReplicationConfig config =
      new ReplicationConfig(
          3,
          Duration.ofSeconds(10),
          Duration.ZERO,
          2 * ROOM,
          Duration.ofSeconds(10),
          ReplicationConfig.Sources.defaults());
  private final OpenReplicas source = new OpenReplicas();
  private final OpenReplicas replicas = new OpenReplicas();
  private final HandViews views = new HandViews();
  private final HostedReplica there = source.openComplete(ReplicaState.STANDBY);
  private final HostedReplica here = replicas.open(ReplicaState.BOOTSTRAP);
  private final ServingPeer peer = new ServingPeer(source, () -> here.feed().lastSequence());
  private final PullerContext context = PullerContexts.of(replicas, config, views, peer);
  private final Cooldown cooldown = new Cooldown(NODE.id(), context);

  @BeforeEach
  void fill() {
    views.place(NODE);
    source.put(RECORDS);
    here.progress().heard(NODE.id(), said(), 1);
  }

  @AfterEach
  void close() {
    source.close();
    replicas.close();
  }

  private Source said() {
    return new Source(there.store().id(), RECORDS, MUCH, true, there.progress().opening(), 0, 1);
  }

  private void copy(Interval... intervals) {
    PeerLink link = PeerLink.from(NODE, views.current(), context);
    RecordCopy copy =
        new RecordCopy(NODE, link, context, new PeerCalls(NODE.id(), context), cooldown);
    copy.add(here, said(), List.of(intervals));
    copy.run();
  }

  private static Interval records(long after, long last) {
    return new Interval(Pull.Form.RECORDS, after, last, (last - after) * 300, 0);
  }

  private long token() {
    return here.progress().of(NODE.id()).token().last();
  }

  private List<Long> starts() {
    return peer.requests().stream().map(ServingPeer.Request::after).toList();
  }

  @Test
  void aBulkCopyMovesTheTokenToTheEnd() {
    copy(Interval.bulk(0, RECORDS, MUCH));
    assertThat(token()).isEqualTo(RECORDS);
    assertThat(here.feed().lastSequence()).isEqualTo(RECORDS);
    assertThat(peer.requests()).hasSizeGreaterThan(3);
    assertThat(starts()).isSorted().doesNotHaveDuplicates();
    assertThat(cooldown.hasBulk(OpenReplicas.PARTITION)).isFalse();
  }

  /** The peer prepares the next answer in that time. */
  @Test
  void theNextAnswerIsRequestedBeforeTheLastOneIsAppended() {
    copy(Interval.bulk(0, RECORDS, MUCH));
    ServingPeer.Request second = peer.requests().get(1);
    assertThat(second.after()).isPositive();
    assertThat(second.stored()).isZero();
    assertThat(peer.requests().get(2).stored()).isEqualTo(second.after());
  }

  @Test
  void aBulkCopyEndsAtItsLimit() {
    copy(Interval.bulk(0, RECORDS, ROOM + 1));
    assertThat(peer.requests()).hasSize(2);
    assertThat(token()).isBetween(1L, RECORDS - 1L).isEqualTo(here.feed().lastSequence());
  }

  /** The peer may have dropped the last records of the interval, and sends others after it. */
  @Test
  void recordsAfterTheIntervalDoNotMoveTheToken() {
    copy(Interval.bulk(0, 10, MUCH));
    assertThat(peer.requests()).hasSize(1);
    assertThat(here.feed().lastSequence()).isEqualTo(10);
    assertThat(token()).isEqualTo(10);
  }

  /** The answer after the damaged one is already requested, and must not move the token. */
  @Test
  void aDamagedAnswerEndsABulkCopyBeforeIt() {
    peer.damage(1);
    copy(Interval.bulk(0, RECORDS, MUCH));
    assertThat(peer.requests()).hasSize(3);
    assertThat(token()).isEqualTo(starts().get(1));
    assertThat(here.feed().lastSequence()).isEqualTo(token());
    assertThat(peer.cancelled()).isEqualTo(1);
    assertThat(cooldown.hasBulk(OpenReplicas.PARTITION)).isTrue();
    assertThat(cooldown.has(OpenReplicas.PARTITION)).isTrue();
  }

  @Test
  void aBulkCopyIsAvoidedAfterAPeerHasNotAnswered() {
    peer.fail(1, ErrorCode.TIMED_OUT);
    assertThatThrownBy(() -> copy(Interval.bulk(0, RECORDS, MUCH)))
        .isInstanceOf(AumbryException.class);
    assertThat(token()).isEqualTo(here.feed().lastSequence()).isEqualTo(starts().get(1));
    assertThat(cooldown.hasBulk(OpenReplicas.PARTITION)).isTrue();
    assertThat(cooldown.has(OpenReplicas.PARTITION)).isFalse();
  }

  /** A later token, for example by a version vector, is not moved by an interval after it. */
  @Test
  void aBulkCopyThatBeginsAfterTheTokenDoesNotMoveIt() {
    copy(Interval.bulk(50, RECORDS, MUCH));
    assertThat(here.feed().lastSequence()).isEqualTo(RECORDS - 50);
    assertThat(token()).isZero();
  }

  @Test
  void missingRecordsAreAppendedAndTheirSummariesMoveTheToken() {
    copy(records(0, 5), records(7, 400), records(500, RECORDS));
    assertThat(here.feed().lastSequence()).isEqualTo(5 + 393 + 100);
    assertThat(token()).isZero();
  }

  /** One damaged interval does not hold up the records after it. */
  @Test
  void otherIntervalsAreCopiedAfterADamagedOne() {
    peer.damage(0);
    copy(records(0, 100), records(200, 300));
    assertThat(here.feed().lastSequence()).isEqualTo(100);
    assertThat(cooldown.has(OpenReplicas.PARTITION)).isTrue();
  }

  @Test
  void aPeerWithoutMemoryForASecondAnswerGetsOneRequestAtATime() {
    peer.fail(1, ErrorCode.OVERLOADED);
    copy(records(0, 100), records(200, 300), records(400, 500));
    assertThat(here.feed().lastSequence()).isEqualTo(300);
    List<Long> stored = peer.requests().stream().map(ServingPeer.Request::stored).toList();
    assertThat(stored).containsExactly(0L, 0L, 100L, 200L);
  }

  @Test
  void aPeerWithoutMemoryForTheFirstAnswerFailsTheCopy() {
    peer.fail(0, ErrorCode.OVERLOADED);
    assertThatThrownBy(() -> copy(records(0, 1)))
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED));
  }
}
