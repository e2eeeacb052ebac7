package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.helix.HelixConnection;
import io.aumbry.cluster.view.HelixClusterViews;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.network.FaultProxy;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.SystemTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.apache.helix.HelixManager;
import org.apache.helix.InstanceType;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.model.CurrentState;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases in which Helix alone would never recover, because it only logs the error. */
class LostSessionTest {
  private static final int PARTITIONS = 4;

  @TempDir Path folder;
  private TestCluster cluster;

  @BeforeEach
  void startZooKeeper() {
    cluster = new TestCluster(1, folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private HelixConnection connect(ClusterAddress address) throws InterruptedException {
    HelixConnection connection =
        new HelixConnection(
            address, new Observer(), new ClusterMetrics(new Metrics(), new SystemTime()));
    connection.awaitConnected();
    return connection;
  }

  private record Observer() implements HelixConnection.Role {
    @Override
    public InstanceType type() {
      return InstanceType.SPECTATOR;
    }

    @Override
    public String name() {
      return "observer";
    }

    @Override
    public void prepare(ZooKeeperSession session) {}
  }

  /** A znode that Helix needs in a new session is missing for a while. */
  @Test
  void aManagerThatCannotTakeUpASessionReconnects() throws Exception {
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.joinThree();
    HelixClusterViews views = cluster.watch();
    cluster.settle(views, PARTITIONS);
    String needed = PropertyPathBuilder.controllerError(cluster.address.clusterName());
    remove(needed);

    for (ObjectName session : cluster.sessions()) {
      TestCluster.expire(session);
    }

    Patience.await().until(() -> cluster.renewed() == 5);
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      session.create(List.of(new ZooKeeperClient.Node(needed, Optional.empty())));
    }
    cluster.join("node-4", "zone-4", 1004);
    Views.await(views, view -> view.nodes().size() == 4 && isWhole(view));
    assertThat(cluster.hosts.values()).allMatch(host -> host.illegal.isEmpty());
  }

  private void remove(String path) throws Exception {
    ZooKeeper client = new ZooKeeper(cluster.address.zkConnect(), 20_000, event -> {});
    client.delete(path, -1);
    client.close();
  }

  /** As when a session ends while Helix writes: it then refuses every transition. */
  @Test
  void aWrongReportedStateIsCorrected() throws Exception {
    cluster.control("controller-1", PARTITIONS, 3);
    cluster.joinThree();
    HelixClusterViews views = cluster.watch();
    cluster.settle(views, PARTITIONS);
    String said = PropertyPathBuilder.instanceCurrentState(cluster.address.clusterName(), "node-2");
    try (ZooKeeperSession session = new ZooKeeperSession(cluster.address)) {
      String path = said + "/" + session.children(said).getFirst() + "/blobs";
      session.update(path, record -> offline(record, 1));
    }
    Views.await(views, view -> !isWhole(view));
    Views.await(views, this::isWhole);
  }

  private static ZNRecord offline(ZNRecord record, int partition) {
    String name = CurrentState.CurrentStateProperty.CURRENT_STATE.name();
    record.setMapField(Integer.toString(partition), Map.of(name, ReplicaState.OFFLINE.name()));
    return record;
  }

  private boolean isWhole(ClusterView view) {
    return TestCluster.isWhole(view, cluster.dataCenter.id(), PARTITIONS);
  }

  @Test
  void operationsWaitForALostConnection() throws Exception {
    cluster.control("controller-1", PARTITIONS, 3);
    try (FaultProxy proxy = new FaultProxy(cluster::zooKeeperPort);
        ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
        HelixConnection connection = connect(through(proxy))) {
      HelixManager manager = connection.manager().orElseThrow();
      String session = manager.getSessionId();
      proxy.cut();
      Patience.await().until(() -> !connection.isConnected());
      Future<?> mended = later.schedule(proxy::mend, 2, TimeUnit.SECONDS);
      assertThat(manager.getSessionId()).isEqualTo(session);
      mended.get();
      assertThat(connection.isConnected()).isTrue();
    }
  }

  private ClusterAddress through(FaultProxy proxy) {
    return new ClusterAddress(
        cluster.address.clusterName(), "127.0.0.1:" + proxy.port(), Duration.ofSeconds(20));
  }

  /** Helix would wait for ZooKeeper for 40 s, as for any operation. */
  @Test
  void closingDoesNotWaitForZooKeeper() throws Exception {
    cluster.control("controller-1", PARTITIONS, 3).close();
    HelixConnection connection = connect(cluster.address);
    cluster.stopZooKeeper();
    Patience.await().until(() -> !connection.isConnected());
    assertTimeout(Duration.ofSeconds(30), connection::close);
    assertThat(connection.manager()).isEmpty();
  }
}
