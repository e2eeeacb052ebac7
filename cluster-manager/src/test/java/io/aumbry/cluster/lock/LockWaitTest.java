package io.aumbry.cluster.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ModelZooKeeper;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.model.InstanceConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All clocks are that of the model. Each pause lets time pass, and then the next event happens. */
class LockWaitTest {
  private static final ClusterAddress ADDRESS = ClusterAddress.of("cluster", "model:1");
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final ModelZooKeeper server = new ModelZooKeeper();
  private static final NodeId NODE = new NodeId("a");

  private final HostLocks locks =
      new HostLocks(
          new CoordinatorClient(
              ADDRESS, () -> new ZooKeeperSession(ADDRESS, server.connect(), () -> {})));
  private final Deque<LockWait.Pause> events = new ArrayDeque<>();
  private final List<List<Long>> ahead = new ArrayList<>();
  private final Time time =
      new Time() {
        @Override
        public long wallMillis() {
          return server.clockMillis();
        }

        @Override
        public long monotonicNanos() {
          return Duration.ofMillis(server.clockMillis()).toNanos();
        }
      };
  private final NodeDrain drain = new NodeDrain(locks);
  private final LockWait queue = new LockWait(locks, this::pause, time);

  @BeforeEach
  void defineTheCluster() {
    server.put(
        PropertyPathBuilder.propertyStore(ADDRESS.clusterName()),
        Optional.empty(),
        Optional.empty());
    server.put(
        PropertyPathBuilder.instanceConfig(ADDRESS.clusterName(), NODE.name()),
        Optional.of(new InstanceConfig(NODE.name()).getRecord()),
        Optional.empty());
  }

  private void pause(Duration span) throws InterruptedException {
    server.pass(span);
    LockWait.Pause next = events.poll();
    if (next != null) {
      next.of(span);
    }
  }

  private static LockRequest request(String id) {
    return new LockRequest(id, id, "test", List.of("a"), LEASE);
  }

  private LockAnswer acquire(String id, Duration most) throws InterruptedException {
    return queue.acquire(
        mayWait -> locks.acquire(request(id), mayWait),
        most,
        before -> ahead.add(before.stream().map(HostLock::number).toList()));
  }

  @Test
  void theLockComesWithItsRelease() throws InterruptedException {
    assertThat(acquire("first", Duration.ZERO).isHeld()).isTrue();
    events.add(_ -> {});
    events.add(_ -> locks.release(1));
    assertThat(acquire("second", Duration.ofMinutes(1)).isHeld()).isTrue();
    assertThat(ahead).containsExactly(List.of(1L), List.of(1L));
  }

  @Test
  void theLockComesWhenTheLeaseOfADeadHolderRunsOut() throws InterruptedException {
    acquire("dead", Duration.ZERO);
    long begin = server.clockMillis();
    LockAnswer answer = acquire("second", Duration.ofMinutes(1));
    assertThat(answer.isHeld()).isTrue();
    assertThat(server.clockMillis() - begin).isEqualTo(LEASE.toMillis());
  }

  @Test
  void aLongWaitKeepsItsPlace() throws InterruptedException {
    acquire("first", Duration.ZERO);
    for (int each = 0; each < 100; each++) {
      events.add(_ -> locks.renew(1, Optional.empty()));
    }
    events.add(_ -> assertThat(locks.acquire(request("third"), true).ahead()).hasSize(2));
    events.add(_ -> locks.release(1));
    LockAnswer answer = acquire("second", Duration.ofHours(1));
    assertThat(answer.lock().orElseThrow().number()).isEqualTo(2);
    assertThat(answer.isHeld()).isTrue();
  }

  @Test
  void aRequestWhoseTimeIsOverLeavesTheQueue() throws InterruptedException {
    acquire("first", Duration.ZERO);
    long begin = server.clockMillis();
    LockAnswer answer = acquire("second", Duration.ofSeconds(7));
    assertThat(answer.isHeld()).isFalse();
    assertThat(answer.ahead()).hasSize(1);
    assertThat(server.clockMillis() - begin).isEqualTo(7_000);
    locks.release(1);
    assertThat(locks.acquire(request("third"), false).isHeld()).isTrue();
  }

  /** The repetition comes between the last poll and the withdrawal, each with a session. */
  @Test
  void aRequestWhoseTimeIsOverLeavesTheLockOfItsRepetition() throws InterruptedException {
    acquire("first", Duration.ZERO);
    AtomicInteger sessions = new AtomicInteger();
    CoordinatorClient client =
        new CoordinatorClient(
            ADDRESS,
            () -> {
              if (sessions.incrementAndGet() == 3) {
                grantToARepetition();
              }
              return new ZooKeeperSession(ADDRESS, server.connect(), () -> {});
            });
    HostLocks own = new HostLocks(client);
    LockAnswer answer =
        new LockWait(own, this::pause, time)
            .acquire(
                mayWait -> own.acquire(request("second"), mayWait), Duration.ofSeconds(5), _ -> {});
    assertThat(sessions).hasValue(3);
    assertThat(answer.isHeld()).isTrue();
    assertThat(locks.acquire(request("rival"), false).isHeld()).isFalse();
  }

  private void grantToARepetition() {
    try {
      locks.release(1);
      assertThat(locks.acquire(request("second"), true).isHeld()).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private LockAnswer drain(Duration most) throws InterruptedException {
    return queue.acquire(new Drain(drain), most, _ -> {});
  }

  /** The drain of the node, as its command requests it. */
  private record Drain(NodeDrain drain) implements LockWait.Attempt {
    @Override
    public LockAnswer of(boolean mayWait) throws InterruptedException {
      return drain.begin(NODE, "ann", mayWait);
    }

    @Override
    public LockAnswer again(HostLock last) throws InterruptedException {
      return drain.again(NODE, last);
    }
  }

  @Test
  void aDrainThatIsTakenBackEndsItsWait() throws InterruptedException {
    acquire("first", Duration.ZERO);
    events.add(_ -> {});
    events.add(_ -> {
      locks.renew(1, Optional.empty());
      drain.end(NODE);
    });
    assertThatThrownBy(() -> drain(Duration.ofHours(1)))
        .hasMessage("the drain of a did not begin: it was taken back while it waited");
    locks.release(1);
    assertThat(locks.acquire(request("other"), false).isHeld()).isTrue();
  }

  @Test
  void theEndOfAWaitLeavesThePlaceOfAnotherWaitForTheSameDrain() throws InterruptedException {
    acquire("first", Duration.ZERO);
    events.add(_ -> assertThat(drain(Duration.ofMillis(1)).isHeld()).isFalse());
    events.add(_ -> {});
    events.add(_ -> assertThat(locks.acquire(request("later"), true).isHeld()).isFalse());
    events.add(_ -> locks.release(1));
    LockAnswer answer = drain(Duration.ofHours(1));
    assertThat(answer.isHeld()).isTrue();
    assertThat(answer.lock().orElseThrow().number()).isEqualTo(2);
  }

  @Test
  void aRequestWhoseRepetitionFailsLeavesTheQueue() throws InterruptedException {
    acquire("first", Duration.ZERO);
    LockWait.Attempt failing =
        new LockWait.Attempt() {
          @Override
          public LockAnswer of(boolean mayWait) throws InterruptedException {
            return locks.acquire(request("second"), mayWait);
          }

          @Override
          public LockAnswer again(HostLock last) {
            throw new IllegalStateException("no room");
          }
        };
    assertThatThrownBy(() -> queue.acquire(failing, Duration.ofHours(1), _ -> {}))
        .hasMessage("no room");
    locks.release(1);
    assertThat(locks.acquire(request("third"), false).isHeld()).isTrue();
  }

  @Test
  void aRepetitionThatDoesNotWaitKeepsThePlace() throws InterruptedException {
    acquire("first", Duration.ZERO);
    locks.acquire(request("second"), true);
    assertThat(acquire("second", Duration.ZERO).isHeld()).isFalse();
    assertThat(locks.acquire(request("second"), true).lock().orElseThrow().number()).isEqualTo(2);
  }

  @Test
  void withoutWaitingNothingIsAwaited() throws InterruptedException {
    acquire("first", Duration.ZERO);
    LockAnswer answer = acquire("second", Duration.ZERO);
    assertThat(answer.isHeld()).isFalse();
    assertThat(ahead).isEmpty();
  }
}
