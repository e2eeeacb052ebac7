package io.aumbry.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.HorizonRecord;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.server.HandViews;
import io.aumbry.server.LocalNetwork;
import io.aumbry.server.replica.Acknowledged;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.Agreements;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.worker.Worker;
import io.aumbry.server.worker.WorkerRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The replicas for which the forget horizon is raised, read or left alone. */
@Timeout(300)
class HorizonKeeperTest {
  private static final int PARTITION = OpenReplicas.PARTITION;
  private static final NodeId SELF = new NodeId("node-1");
  private static final List<String> PEERS = List.of("node-2", "node-3");

  /** Longer than any test, so that it adds no exchange. */
  private static final Duration CHECK = Duration.ofHours(1);

  private final OpenReplicas replicas = new OpenReplicas(1, true);
  private final RecordOfTests record = new RecordOfTests();
  private final HandViews views = new HandViews();
  private final Metrics metrics = new Metrics();
  private final long start = replicas.time().wallMillis();
  private final AtomicInteger looks = new AtomicInteger();
  private Optional<Worker> keeper = Optional.empty();

  /** Real timers, and the wall time of the replicas. Each check of the replicas reads it once. */
  private final class CountingCarrier implements Carrier, Time {
    @Override
    public void start(String name, Runnable task) {
      replicas.carrier().start(name, task);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
      return replicas.carrier().schedule(delay, action);
    }

    @Override
    public Time time() {
      return this;
    }

    @Override
    public long wallMillis() {
      looks.incrementAndGet();
      return replicas.time().wallMillis();
    }

    @Override
    public long monotonicNanos() {
      return replicas.carrier().time().monotonicNanos();
    }
  }

  /** A coordinator that fails on request. */
  private static final class RecordOfTests implements HorizonRecord {
    final Map<Integer, Long> recorded = new ConcurrentHashMap<>();
    final AtomicInteger exchanges = new AtomicInteger();
    volatile Map<Integer, Long> wanted = Map.of();
    volatile boolean fails;
    volatile Runnable meanwhile = () -> {};

    @Override
    public Map<Integer, Long> raise(Map<Integer, Long> least) {
      exchanges.incrementAndGet();
      meanwhile.run();
      if (fails) {
        throw new AumbryException(ErrorCode.INTERNAL, "as ordered");
      }
      wanted = Map.copyOf(least);
      least.forEach((partition, millis) -> {
        if (millis > 0) {
          recorded.merge(partition, millis, Math::max);
        }
      });
      return Map.copyOf(recorded);
    }
  }

  @AfterEach
  void close() {
    keeper.ifPresent(Worker::close);
    replicas.close();
  }

  private void start() {
    start(CHECK);
  }

  private void start(Duration check) {
    views.put(SELF, PARTITION, ReplicaState.STANDBY);
    PEERS.forEach(peer -> views.put(new NodeId(peer), PARTITION, ReplicaState.STANDBY));
    Carrier carrier = new CountingCarrier();
    NodeEnvironment environment =
        new NodeEnvironment(
            views,
            new LocalNetwork(),
            carrier,
            new WorkerRegistry(BlockingThreads.ofPlatform(), carrier, metrics),
            new SplittableRandom(1),
            metrics,
            Optional.of(record));
    Agreements agreements = new Agreements(SELF, ReplicationConfig.defaults());
    keeper =
        HorizonKeeper.worker(replicas.registry(), agreements, environment, check)
            .map(Worker::start);
  }

  private void awaitExchanges(int more) {
    int before = record.exchanges.get();
    Patience.await().until(() -> record.exchanges.get() >= before + more);
  }

  private static void inStep(HostedReplica replica, long millis) {
    for (String peer : PEERS) {
      replica.progress().acknowledged(peer, new Acknowledged(0, millis));
      replica
          .progress()
          .heard(
              new NodeId(peer),
              new Source(new UUID(1, 1), 0, 0, true, new Opening(0, 0), 0, 1),
              millis);
    }
  }

  @Test
  void aCompleteReplicaReadsItsHorizonFirstAndThenRecordsTheEarliestOne() {
    HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);
    start();
    Patience.await().until(() -> record.recorded.containsKey(PARTITION));
    assertThat(record.recorded).containsExactly(Map.entry(PARTITION, 1L));
    Patience.await().until(() -> !replica.progress().recency().needsComparison());
    assertThat(record.exchanges.get()).as("read, then raised").isEqualTo(2);
  }

  @Test
  void theHorizonFollowsTheTimeInStepOfAllReplicasHere() {
    HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);
    inStep(replica, start - 5);
    start();
    Patience.await().until(() -> record.recorded.getOrDefault(PARTITION, 0L) > 0);
    assertThat(record.recorded).containsExactly(Map.entry(PARTITION, start - 5));
  }

  @Test
  void anIncompleteReplicaReadsItsHorizonButRaisesNone() {
    HostedReplica replica = replicas.open(ReplicaState.BOOTSTRAP);
    inStep(replica, start - 5);
    start();
    Patience.await().until(() -> record.exchanges.get() == 1);
    Patience.await().until(() -> !replica.progress().recency().needsComparison());
    assertThat(record.wanted).containsExactly(Map.entry(PARTITION, 0L));
    assertThat(record.recorded).isEmpty();
  }

  @Test
  void aReplicaInDoubtRaisesNoHorizon() {
    replicas.openComplete(ReplicaState.STANDBY);
    HostedReplica late = replicas.reopenAfter(40, ReplicaState.STANDBY);
    inStep(late, start - 5);
    start();
    awaitExchanges(3);
    assertThat(late.isDoubtful()).isTrue();
    assertThat(record.recorded).isEmpty();
    assertThat(record.wanted).containsExactly(Map.entry(PARTITION, 0L));
  }

  @Test
  void aReplicaBehindItsHorizonFails() {
    replicas.openComplete(ReplicaState.STANDBY);
    replicas.reopenAfter(40, ReplicaState.STANDBY);
    record.recorded.put(PARTITION, replicas.time().wallMillis());
    start();
    Patience.await()
        .until(
            () -> replicas.registry().find(PARTITION).orElseThrow().state() == ReplicaState.ERROR);
    assertThat(replicas.registry().failed())
        .hasEntrySatisfying(
            PARTITION,
            failed -> assertThat(failed.cause().code()).isEqualTo(ErrorCode.REPLICA_OUTDATED));
  }

  @Test
  void aReplicaThatFailedIsNeitherReadNorRaised() {
    replicas.openComplete(ReplicaState.ERROR);
    start();
    Patience.await().until(() -> looks.get() >= 2);
    assertThat(record.exchanges.get()).isZero();
  }

  @Test
  void noExchangeHappensWhileTheHorizonIsRecentEnough() {
    replicas.openComplete(ReplicaState.STANDBY);
    start();
    Patience.await().until(() -> record.exchanges.get() == 2);
    int before = looks.get();
    Patience.await().until(() -> looks.get() > before + 1);
    assertThat(record.exchanges.get()).isEqualTo(2);
  }

  /** No replica waits for a lost record, so only a check can find it. */
  @Test
  void aCheckFindsALostRecordAndRaisesItAgain() {
    HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);
    record.recorded.put(PARTITION, start - 7);
    start(Duration.ofSeconds(1));
    Patience.await().until(() -> !replica.progress().recency().needsComparison());
    record.recorded.clear();
    Patience.await().until(() -> record.recorded.containsKey(PARTITION));
    assertThat(record.recorded).containsExactly(Map.entry(PARTITION, start - 7));
  }

  @Test
  void aFailedExchangeIsRepeatedAndShownInAMetric() {
    record.fails = true;
    HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);
    start();
    awaitExchanges(2);
    assertThat(replica.progress().recency().needsComparison()).isTrue();
    assertThat(waitingSeconds()).isBetween(1e-9, Patience.LIMIT.toSeconds() * 1.0);
    record.fails = false;
    Patience.await().until(() -> record.recorded.containsKey(PARTITION));
    Patience.await().until(() -> waitingSeconds() == 0);
  }

  private double waitingSeconds() {
    return (Double) metrics.value("aumbry_server_horizon_waiting_seconds");
  }

  /** The process may be suspended before it sees the answer, and deletes be forgotten meanwhile. */
  @Test
  void aHorizonIsAsOldAsTheQuestionForIt() {
    HostedReplica replica = replicas.openComplete(ReplicaState.STANDBY);
    record.recorded.put(PARTITION, start - 7);
    record.meanwhile = () -> replicas.time().advance(Duration.ofDays(40).toMillis());
    start();
    Patience.await().until(() -> !replica.progress().recency().needsComparison());
    assertThat(record.exchanges.get()).isEqualTo(1);
    assertThat(replica.progress().recency().wouldBeDoubtful()).isTrue();
  }

  @Test
  void noKeeperStartsWithoutARecord() {
    NodeEnvironment environment =
        new NodeEnvironment(
            views, new LocalNetwork(), replicas.carrier(), new SplittableRandom(1), metrics);
    Agreements agreements = new Agreements(SELF, ReplicationConfig.defaults());
    assertThat(HorizonKeeper.worker(replicas.registry(), agreements, environment, CHECK)).isEmpty();
  }
}
