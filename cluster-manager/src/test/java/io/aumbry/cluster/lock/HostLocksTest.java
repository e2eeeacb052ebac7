package io.aumbry.cluster.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.TestCluster;
import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.network.FaultProxy;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.constants.InstanceConstants.InstanceOperation;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Locks in a real ZooKeeper. */
@Timeout(300)
class HostLocksTest {
  private static final Duration LEASE = Duration.ofHours(1);

  @TempDir Path folder;
  private TestCluster cluster;
  private HostLocks locks;

  @BeforeEach
  void start() throws Exception {
    cluster = new TestCluster(1, folder);
    cluster.control("controller-1", 2, 1);
    locks = new HostLocks(cluster.address);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private static LockRequest request(String id, String... hosts) {
    return new LockRequest(id, id, "test", List.of(hosts), LEASE);
  }

  private LockTable table() throws Exception {
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      String path = LockRecord.path(cluster.address.clusterName());
      session.sync(path);
      return LockRecord.table(path, session.read(path));
    }
  }

  /** The servers and this test have the same clock. */
  @Test
  void aLeaseRunsByTheClockOfZooKeeper() throws Exception {
    Time time = new SystemTime();
    long before = time.wallMillis();
    HostLock lock = locks.acquire(request("r", "a", "b"), false).lock().orElseThrow();
    assertThat(lock.sinceMillis()).isBetween(before, time.wallMillis());
    assertThat(lock.untilMillis()).isEqualTo(lock.sinceMillis() + LEASE.toMillis());
    HostLock renewed = locks.renew(lock.number(), Optional.of(LockRequest.LONGEST));
    assertThat(renewed.untilMillis())
        .isGreaterThanOrEqualTo(before + LockRequest.LONGEST.toMillis());
    assertThat(table().locks()).containsExactly(renewed);
  }

  @Test
  void aRecordIsChangedOnlyUnderTheCurrentNumber() throws Exception {
    String path = PropertyPathBuilder.clusterConfig(cluster.address.clusterName());
    HostLock lock = locks.acquire(request("r", "a"), false).lock().orElseThrow();
    long waiting = locks.acquire(request("w", "a"), true).lock().orElseThrow().number();
    locks.under(lock.number(), path, record -> with(record, "first"));
    assertThatThrownBy(() -> locks.under(waiting, path, record -> with(record, "second")))
        .hasMessageContaining("is not held yet");
    locks.release(lock.number());
    assertThatThrownBy(() -> locks.under(lock.number(), path, record -> with(record, "third")))
        .hasMessageContaining("lock 1 is not held");
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      session.sync(path);
      assertThat(session.read(path).orElseThrow().getSimpleField("UNDER")).isEqualTo("first");
    }
  }

  private static ZNRecord with(ZNRecord record, String value) {
    record.setSimpleField("UNDER", value);
    return record;
  }

  @Test
  void aLockThatWasRenewedIsNotEndedAsItWas() throws Exception {
    HostLock lock = locks.acquire(request("r", "a"), false).lock().orElseThrow();
    HostLock renewed = locks.renew(lock.number(), Optional.of(LockRequest.LONGEST));
    locks.end(lock);
    assertThat(table().locks()).containsExactly(renewed);
    locks.end(renewed);
    assertThat(table().locks()).isEmpty();
  }

  @Test
  void locksAndNumbersSurviveARestartOfZooKeeper() throws Exception {
    locks.acquire(request("first", "a"), false);
    locks.release(1);
    LockAnswer held = locks.acquire(request("second", "a"), false);
    cluster.stopZooKeeper();
    cluster.startZooKeeper();
    LockAnswer waiting = locks.acquire(request("x", "a"), true);
    assertThat(waiting.ahead()).containsExactly(held.lock().orElseThrow());
    assertThat(waiting.lock().orElseThrow().number()).isEqualTo(3);
  }

  /** The holders of earlier numbers may not know that the record was deleted. */
  @Test
  void aRecordThatWasDeletedRepeatsNoNumber() throws Exception {
    assertThat(locks.acquire(request("first", "a"), false).lock().orElseThrow().number())
        .isEqualTo(1);
    long before = 1;
    for (int round = 0; round < 2; round++) {
      try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
        session.delete(LockRecord.path(cluster.address.clusterName()));
      }
      long earlier = before;
      assertThatThrownBy(() -> locks.renew(earlier, Optional.empty()))
          .isInstanceOf(AumbryException.class)
          .hasMessageContaining("lock " + earlier + " is not held");
      assertThat(locks.release(earlier)).isEmpty();
      HostLock next = locks.acquire(request("next", "a"), false).lock().orElseThrow();
      assertThat(next.number()).isGreaterThan(before).isLessThanOrEqualTo(next.sinceMillis());
      before = next.number();
    }
    assertThat(locks.acquire(request("other", "b"), false).lock().orElseThrow().number())
        .isEqualTo(before + 1);
  }

  /** The proxy drops each connection again and again, also between a request and its answer. */
  @Test
  void lostConnectionsCostNoLock() throws Exception {
    try (FaultProxy proxy = new FaultProxy(cluster::zooKeeperPort);
        ExecutorService worker = Executors.newSingleThreadExecutor()) {
      HostLocks shaky =
          new HostLocks(
              new ClusterAddress(
                  cluster.address.clusterName(), "127.0.0.1:" + proxy.port(), TestCluster.SESSION));
      Future<Integer> changes =
          worker.submit(() -> {
            int done = 0;
            for (int round = 0; round < 20; round++) {
              LockAnswer answer = shaky.acquire(request("r" + round, "a"), false);
              assertThat(answer.isHeld()).isTrue();
              shaky.renew(answer.lock().orElseThrow().number(), Optional.empty());
              shaky.release(answer.lock().orElseThrow().number());
              done++;
            }
            return done;
          });
      while (!changes.isDone()) {
        long before = table().last();
        proxy.drop();
        Patience.await().until(() -> changes.isDone() || table().last() > before);
      }
      assertThat(changes.get()).isEqualTo(20);
      assertThat(table()).isEqualTo(new LockTable(20, List.of()));
    }
  }

  /** Overlapping sets, in all orders. A deadlock would be a timeout. */
  @Test
  void overlappingRequestsOfSeveralClientsExcludeEachOther() throws Exception {
    List<List<String>> sets =
        List.of(List.of("a", "b"), List.of("b", "c"), List.of("c", "a"), List.of("c", "b", "a"));
    Map<String, Integer> inside = new ConcurrentHashMap<>();
    Map<String, Long> highest = new ConcurrentHashMap<>();
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int client = 0; client < sets.size(); client++) {
      String name = "client-" + client;
      List<String> hosts = sets.get(client);
      tasks.add(() -> {
        HostLocks own = new HostLocks(cluster.address);
        LockWait queue = new LockWait(own, _ -> {}, new SystemTime());
        for (int round = 0; round < 5; round++) {
          LockRequest request = request(name + "-" + round, hosts.toArray(String[]::new));
          LockAnswer answer =
              queue.acquire(
                  mayWait -> own.acquire(request, mayWait), Duration.ofMinutes(4), _ -> {});
          long number = answer.lock().orElseThrow().number();
          for (String host : hosts) {
            assertThat(inside.merge(host, 1, Integer::sum)).isEqualTo(1);
            assertThat(highest.merge(host, number, Math::max)).isEqualTo(number);
          }
          hosts.forEach(host -> inside.merge(host, -1, Integer::sum));
          own.release(number);
        }
        return 5;
      });
    }
    try (ExecutorService workers = Executors.newFixedThreadPool(tasks.size())) {
      for (Future<Integer> each : workers.invokeAll(tasks)) {
        assertThat(each.get()).isEqualTo(5);
      }
    }
    assertThat(table()).isEqualTo(new LockTable(20, List.of()));
  }

  @Test
  void aDrainAndALockExcludeEachOther() throws Exception {
    cluster.joinThree();
    NodeDrain drain = new NodeDrain(cluster.address);
    NodeId node = new NodeId("node-1");
    locks.acquire(request("r", "node-1"), false);
    assertThat(drain.begin(node, "ann", false).isHeld()).isFalse();
    assertThat(drain.begin(node, 1).isHeld()).isTrue();
    assertThatThrownBy(() -> locks.release(1)).isInstanceOf(AumbryException.class);
    drain.end(node);
    locks.release(1);
    assertThat(drain.begin(node, "ann", false).isHeld()).isTrue();
    assertThat(locks.acquire(request("s", "node-1"), false).ahead())
        .singleElement()
        .hasToString("lock 2 of ann for drain");
    drain.end(node);
    assertThat(table()).isEqualTo(new LockTable(2, List.of()));
    assertThatThrownBy(() -> drain.begin(new NodeId("absent"), "ann", false))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("NoNode");
    assertThat(table()).isEqualTo(new LockTable(2, List.of()));
  }

  @Test
  void aDrainWaitsInTheQueue() throws Exception {
    cluster.joinThree();
    NodeDrain drain = new NodeDrain(cluster.address);
    NodeId node = new NodeId("node-1");
    locks.acquire(request("r", "node-1", "node-2"), false);
    List<String> ahead = new ArrayList<>();
    LockWait queue =
        new LockWait(
            locks,
            _ -> {
              assertThat(locks.acquire(request("later", "node-1"), true).ahead()).hasSize(2);
              locks.release(1);
            },
            new SystemTime());
    LockAnswer answer =
        queue.acquire(
            mayWait -> drain.begin(node, "ann", mayWait),
            Duration.ofMinutes(4),
            before -> before.forEach(lock -> ahead.add(lock.toString())));
    assertThat(ahead).containsExactly("lock 1 of r for test");
    assertThat(answer.lock().orElseThrow().number()).isEqualTo(2);
    assertThat(table().drains("node-1", 2)).isTrue();
    assertThat(locks.acquire(request("later", "node-1"), true).isHeld()).isFalse();
    drain.end(node);
    assertThat(locks.acquire(request("later", "node-1"), true).isHeld()).isTrue();
  }

  @Test
  void aDrainWhoseTimeToWaitIsOverIsTakenBack() throws Exception {
    cluster.joinThree();
    NodeDrain drain = new NodeDrain(cluster.address);
    locks.acquire(request("r", "node-1"), false);
    LockWait queue = new LockWait(locks, _ -> {}, new SystemTime());
    LockAnswer answer =
        queue.acquire(
            mayWait -> drain.begin(new NodeId("node-1"), "ann", mayWait),
            Duration.ofMillis(1),
            _ -> {});
    assertThat(answer.isHeld()).isFalse();
    drain.end(new NodeId("node-1"));
    assertThat(table().locks()).extracting(HostLock::number).containsExactly(1L);
    assertThatThrownBy(() -> drain.again(new NodeId("node-1"), answer.lock().orElseThrow()))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("taken back");
  }

  /** A drained node serves, and an operator has disabled this one. */
  @Test
  void aDrainDoesNotEnableADisabledNode() throws Exception {
    cluster.joinThree();
    NodeDrain drain = new NodeDrain(cluster.address);
    NodeId node = new NodeId("node-1");
    drain.begin(node, "ann", false);
    set(InstanceOperation.DISABLE);
    drain.end(node);
    assertThat(table().locks()).isEmpty();
    assertThatThrownBy(() -> drain.begin(node, "ann", false))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("node-1 has the operation DISABLE in Helix");
    set(InstanceOperation.ENABLE);
    assertThat(drain.begin(node, "ann", false).isHeld()).isTrue();
  }

  private void set(InstanceOperation operation) throws Exception {
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      session.update(
          PropertyPathBuilder.instanceConfig(cluster.address.clusterName(), "node-1"),
          record -> {
            InstanceConfig instance = new InstanceConfig(record);
            instance.setInstanceOperation(operation);
            return instance.getRecord();
          });
    }
  }

  /** Names and texts of the greatest length, in characters of three bytes where allowed. */
  @Test
  void theLargestTableFitsIntoARecord() throws Exception {
    List<HostLock> all = new ArrayList<>();
    for (int number = 1; number <= LockTable.MOST_LOCKS; number++) {
      int hosts = number == 1 ? LockTable.MOST_HOSTS - LockTable.MOST_LOCKS : 1;
      TreeSet<String> names =
          IntStream.range(0, hosts)
              .mapToObj(("%05d-" + number + "-" + "h".repeat(60))::formatted)
              .map(name -> name.substring(0, 63))
              .collect(Collectors.toCollection(TreeSet::new));
      LockRequest request =
          new LockRequest("r".repeat(60) + number, "見".repeat(64), "見".repeat(100), names, LEASE);
      all.add(new HostLock(number, request, true, Long.MAX_VALUE, Long.MAX_VALUE, names));
    }
    LockTable largest = new LockTable(LockTable.MOST_LOCKS, all);
    locks.acquire(request("first", "a"), false);
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      session.update(
          LockRecord.path(cluster.address.clusterName()),
          record -> {
            LockRecord.write(largest, record);
            return record;
          });
    }
    assertThat(table()).isEqualTo(largest);
    assertThatThrownBy(() -> locks.acquire(request("more", "a"), false))
        .hasMessage("there are 200 locks and waiting requests; the limit is 200");
  }
}
