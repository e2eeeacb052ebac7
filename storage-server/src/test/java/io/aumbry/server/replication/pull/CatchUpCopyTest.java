package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.server.HandViews;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replica.PeerToken;
import io.aumbry.server.replication.PeerAnswer;
import io.aumbry.server.replication.PullExchange;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.replication.pull.CatchUp.Heard;
import io.aumbry.store.Blobs;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The records for which a puller waits, and which it then fetches. Time passes only in waits. */
class CatchUpCopyTest {
  private static final int PARTITION = OpenReplicas.PARTITION;
  private static final int OTHER = PARTITION + 1;
  private static final int RECORDS = 3;

  /** Enough for a bulk copy. */
  private static final int MANY = 20;

  private static final StorageNode NODE = HandViews.node("peer", true);
  private static final Duration FIRST = Duration.ofMillis(3);

  private final OpenReplicas source = new OpenReplicas();
  private final OpenReplicas replicas = new OpenReplicas();
  private final HandViews views = new HandViews();
  private final HostedReplica there = source.openComplete(ReplicaState.STANDBY);
  private final ServingPeer peer = new ServingPeer(source, this::requested);
  private final List<Duration> waits = new ArrayList<>();
  private final List<Boolean> claimed = new ArrayList<>();
  private Runnable afterWait = () -> {};
  private int progressed;

  private ReplicationConfig config = ReplicationConfig.defaults();
  private PullerContext context = context();
  private PeerCalls calls = new PeerCalls(NODE.id(), context);
  private Cooldown cooldown = new Cooldown(NODE.id(), context);

  /** Waits for records end at once, and deadlines of stores are real. */
  private final class Stepping implements Carrier {
    @Override
    public void start(String name, Runnable task) {
      throw new IllegalStateException("no thread is to start: " + name);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
      if (delay.compareTo(config.grace()) > 0) {
        return replicas.carrier().schedule(delay, action);
      }
      waits.add(delay);
      replicas.time().pass(delay);
      afterWait.run();
      action.run();
      return () -> {};
    }

    @Override
    public Time time() {
      return replicas.time();
    }
  }

  @AfterEach
  void close() {
    source.close();
    replicas.close();
  }

  private PullerContext context() {
    views.place(NODE);
    var environment = PullerContexts.environment(views, peer, new Stepping());
    return PullerContexts.of(replicas, config, environment, () -> progressed++);
  }

  /** Notes at each request whether the right to fetch is taken. */
  private long requested() {
    HostedReplica here = here();
    claimed.add(!here.progress().claimFetch(Distance.NEAR));
    if (!claimed.getLast()) {
      here.progress().releaseFetch(Distance.NEAR);
    }
    return here.feed().lastSequence();
  }

  private HostedReplica here() {
    return replicas.registry().find(PARTITION).orElseThrow();
  }

  /** Processes an answer to the present position. Returns whether to ask again at once. */
  private boolean catchUp() {
    return digest(ask());
  }

  private Pull ask() {
    return ask(here());
  }

  private static Pull ask(HostedReplica... replicas) {
    List<Pull.From> points = Stream.of(replicas).map(CatchUpCopyTest::present).toList();
    return new Pull("here", points, Pull.Form.SUMMARIES, 1 << 20, 0);
  }

  private static Pull.From present(HostedReplica replica) {
    PeerToken token = replica.progress().of(NODE.id()).token();
    return new Pull.From(
        replica.partition(), token.store(), token.last(), token.openedMillis(), Integer.MAX_VALUE);
  }

  private boolean digest(Pull asked) {
    PeerAnswer<Pulled> open = calls.pull(NODE, asked).orElseThrow();
    Pulled answer = open.response();
    Heard heard = Heard.of(PullExchange.NONE.next(asked, answer), 50, answer);
    return new CatchUp(NODE.id(), context, calls, cooldown).digest(NODE, heard, open.content());
  }

  /** A frontend sends the records of the peer after {@code after}. */
  private void arrive(long after, int maxBytes) {
    RecordBatch batch = there.store().recordsAfter(after, maxBytes, source.carrier().patient());
    try (Body records = batch.records()) {
      Body copy = Body.of(HeapBuffer.copyOf(records.toByteArray()));
      here().store().append(new RecordBatch(copy, batch.last()), replicas.carrier().patient());
    }
  }

  private BlobId blob(int record) {
    RecordBatch summaries = there.store().summariesAfter(0, 1 << 20, source.carrier().patient());
    return RecordSummary.readAll(summaries.records()).get(record - 1).id();
  }

  private long token() {
    return here().progress().of(NODE.id()).token().last();
  }

  private List<Pull.Form> forms() {
    return peer.requests().stream().map(request -> request.pull().form()).toList();
  }

  @Test
  void aReplicaThatServesWaitsForFrontendsAndFetchesNothing() {
    replicas.openComplete(ReplicaState.STANDBY);
    source.put(RECORDS);
    afterWait =
        () -> {
          if (waits.size() == 2) {
            arrive(0, 1 << 20);
          }
        };
    assertThat(catchUp()).as("asks again").isFalse();
    assertThat(waits).containsExactly(FIRST, FIRST.multipliedBy(2));
    assertThat(forms()).containsExactly(Pull.Form.SUMMARIES);
    assertThat(token()).isEqualTo(RECORDS);
    assertThat(progressed).isEqualTo(2);
  }

  @Test
  void nothingIsAwaitedIfEveryRecordIsHere() {
    replicas.openComplete(ReplicaState.STANDBY);
    source.put(RECORDS);
    arrive(0, 1 << 20);
    assertThat(catchUp()).isFalse();
    assertThat(waits).isEmpty();
    assertThat(progressed).isEqualTo(1);
  }

  @Test
  void recordsThatDoNotArriveAreFetchedAfterTheGracePeriod() {
    replicas.openComplete(ReplicaState.STANDBY);
    source.put(RECORDS);
    assertThat(catchUp()).as("asks again").isTrue();
    assertThat(waits.stream().reduce(Duration.ZERO, Duration::plus)).isEqualTo(config.grace());
    assertThat(forms()).containsExactly(Pull.Form.SUMMARIES, Pull.Form.RECORDS);
    assertThat(claimed).containsExactly(false, true);
    assertThat(token()).isEqualTo(RECORDS);
    assertThat(replicas.faults().lookUps(blob(2)))
        .as("before the wait, before the copy, and after it")
        .isEqualTo(3);
    assertThat(here().progress().claimFetch(Distance.NEAR)).isTrue();
  }

  @Test
  void theTokenMovesWhileTheOtherRecordsAreAwaited() {
    replicas.openComplete(ReplicaState.STANDBY);
    source.put(RECORDS);
    List<Long> tokens = new ArrayList<>();
    afterWait =
        () -> {
          tokens.add(token());
          if (waits.size() == 1) {
            arrive(0, 1);
          }
        };
    catchUp();
    assertThat(tokens.subList(0, 2)).containsExactly(0L, 1L);
    assertThat(peer.requests().getLast().after()).isEqualTo(1);
    assertThat(token()).isEqualTo(RECORDS);
  }

  /** Some records were compared before the damage. Another pull starts over because of it. */
  @Test
  void damageThatIsFoundWhileRecordsAreAwaitedIsNotReadAgainByTheirAnswer() {
    replicas.openComplete(ReplicaState.STANDBY);
    source.put(RECORDS);
    arrive(0, 1);
    afterWait =
        () -> {
          afterWait = () -> {};
          replicas.medium().flip("partition-" + PARTITION + "/log-0000000001.seg", 160, 3);
          replicas.disk().scrub(_ -> {});
          here().progress().next(NODE.id(), here().damaged().version());
          arrive(1, Integer.MAX_VALUE);
        };
    catchUp();
    assertThat(here().damaged().version()).isPositive();
    assertThat(token()).isZero();
    catchUp();
    assertThat(token()).isEqualTo(RECORDS);
  }

  @Test
  void aStoppedPullerDoesNotWait() {
    replicas.openComplete(ReplicaState.STANDBY);
    source.put(RECORDS);
    Pull asked = ask();
    calls.stop();
    digest(asked);
    assertThat(waits).isEmpty();
  }

  @Test
  void aReplicaThatIsOpenedAgainMeanwhileIsLeftToItsNextAnswer() {
    replicas.openComplete(ReplicaState.STANDBY);
    source.put(RECORDS);
    afterWait =
        () -> {
          afterWait = () -> {};
          replicas.registry().close(PARTITION);
          replicas.open(ReplicaState.STANDBY);
        };
    assertThat(catchUp()).isFalse();
    assertThat(waits).containsExactly(FIRST);
    assertThat(forms()).containsExactly(Pull.Form.SUMMARIES);
    assertThat(cooldown.has(PARTITION)).isFalse();
  }

  private void copyInBulk() {
    config = config.with(config.nearby().withFarBehind(1));
    context = context();
    calls = new PeerCalls(NODE.id(), context);
    cooldown = new Cooldown(NODE.id(), context);
  }

  /** The pullers of other peers may copy the other replica meanwhile. */
  @Test
  void aSecondReplicaIsNotCopiedInBulkByTheSameAnswer() {
    requireCopiedBesideABulkCopy(MANY, 0);
  }

  @Test
  void aReplicaThatLacksFewRecordsGetsThemBesideABulkCopy() {
    requireCopiedBesideABulkCopy(RECORDS, RECORDS);
  }

  private void requireCopiedBesideABulkCopy(int lacking, int copied) {
    copyInBulk();
    source.put(MANY);
    HostedReplica farther = source.registry().open(OTHER, ReplicaState.STANDBY);
    source.registry().complete(farther);
    for (int i = 0; i < lacking; i++) {
      BlobId id = Blobs.id(OTHER, new SplittableRandom(i));
      Blobs.put(farther.store(), id, new byte[100], source.carrier().patient());
    }
    HostedReplica first = replicas.open(ReplicaState.BOOTSTRAP);
    HostedReplica second = replicas.registry().open(OTHER, ReplicaState.BOOTSTRAP);
    assertThat(digest(ask(first, second))).as("asks again").isTrue();
    assertThat(first.feed().lastSequence()).isEqualTo(MANY);
    assertThat(second.feed().lastSequence()).isEqualTo(copied);
    for (HostedReplica replica : List.of(first, second)) {
      assertThat(replica.progress().claimFetch(Distance.NEAR)).isTrue();
    }
  }

  @Test
  void aNewReplicaCopiesInBulkUnderOneClaim() {
    copyInBulk();
    replicas.open(ReplicaState.BOOTSTRAP);
    source.put(MANY);
    assertThat(catchUp()).as("asks again").isTrue();
    assertThat(waits).isEmpty();
    assertThat(forms()).containsExactly(Pull.Form.SUMMARIES, Pull.Form.OFFERED);
    assertThat(peer.requests()).extracting(ServingPeer.Request::after).endsWith(0L);
    assertThat(claimed.subList(1, claimed.size())).containsOnly(true);
    assertThat(here().feed().lastSequence()).isEqualTo(MANY);
    assertThat(here().progress().claimFetch(Distance.NEAR)).isTrue();
  }

  @Test
  void aReplicaWhoseStoreCannotTellRests() {
    replicas.open(ReplicaState.BOOTSTRAP);
    source.put(RECORDS);
    Pull asked = ask();
    replicas.faults().fail();
    assertThat(digest(asked)).isFalse();
    assertThat(cooldown.has(PARTITION)).isTrue();
    assertThat(forms()).containsExactly(Pull.Form.SUMMARIES);
  }

  @Test
  void aReplicaWhoseStoreFailsMeanwhileRests() {
    replicas.openComplete(ReplicaState.STANDBY);
    source.put(RECORDS);
    afterWait = replicas.faults()::fail;
    assertThat(catchUp()).isFalse();
    assertThat(waits).containsExactly(FIRST);
    assertThat(cooldown.has(PARTITION)).isTrue();
    assertThat(forms()).containsExactly(Pull.Form.SUMMARIES);
  }
}
