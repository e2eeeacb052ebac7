package io.aumbry.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.TestCluster;
import io.aumbry.protocol.network.FaultProxy;
import io.aumbry.protocol.network.Way;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.management.ObjectName;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A real ZooKeeper in this process. Each client has its own proxy. */
class ZooKeeperConnectionTest extends ZooKeeperClientContract {
  @TempDir Path folder;
  private TestCluster cluster;
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final Map<ZooKeeperClient, FaultProxy> proxies = new ConcurrentHashMap<>();
  private final Map<ZooKeeperClient, ObjectName> sessions = new ConcurrentHashMap<>();

  @BeforeEach
  void startZooKeeper() {
    cluster = new TestCluster(1, folder);
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
    cluster.close();
  }

  @Override
  ZooKeeperClient open() throws Exception {
    // First, because the client connects on its own thread.
    Set<ObjectName> before = cluster.sessions();
    FaultProxy proxy = new FaultProxy(cluster::zooKeeperPort);
    ZooKeeperClient client =
        new ZooKeeperConnection(
            new ClusterAddress(
                cluster.address.clusterName(),
                "127.0.0.1:" + proxy.port(),
                Duration.ofSeconds(20)));
    opened.add(client);
    opened.add(proxy);
    Patience.await()
        .ignoreException(KeeperException.ConnectionLossException.class)
        .until(() -> client.exists("/"));
    Set<ObjectName> fresh = new HashSet<>(cluster.sessions());
    fresh.removeAll(before);
    assertThat(fresh).hasSize(1);
    proxies.put(client, proxy);
    sessions.put(client, fresh.iterator().next());
    return client;
  }

  private FaultProxy proxy(ZooKeeperClient client) {
    return Optional.ofNullable(proxies.get(client)).orElseThrow();
  }

  @Override
  void expire(ZooKeeperClient client) throws Exception {
    TestCluster.expire(Optional.ofNullable(sessions.get(client)).orElseThrow());
  }

  @Override
  void cut(ZooKeeperClient client, boolean now) {
    if (now) {
      proxy(client).cut();
    } else {
      proxy(client).mend();
    }
  }

  /** It is the clock of this machine. */
  @Override
  void pass(Duration span) {
    Time time = new SystemTime();
    long end = time.wallMillis() + span.toMillis();
    Patience.await().until(() -> time.wallMillis() >= end);
  }

  @Override
  void loseAnswer(ZooKeeperClient client, Act act) throws Exception {
    FaultProxy proxy = proxy(client);
    int before = count();
    proxy.stall(Way.FROM_TARGET);
    try (ExecutorService worker = Executors.newSingleThreadExecutor()) {
      Future<Optional<KeeperException.Code>> outcome = worker.submit(() -> outcome(act));
      Patience.await().until(() -> count() > before);
      proxy.drop();
      proxy.mend();
      assertThat(outcome.get()).contains(KeeperException.Code.CONNECTIONLOSS);
    }
  }

  private static Optional<KeeperException.Code> outcome(Act act) throws InterruptedException {
    try {
      act.perform();
      return Optional.empty();
    } catch (KeeperException e) {
      return Optional.of(e.code());
    }
  }

  /** Nodes at the root, as an undisturbed client sees them. */
  private int count() throws IOException, KeeperException, InterruptedException {
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      return session.children("/").size();
    }
  }
}
