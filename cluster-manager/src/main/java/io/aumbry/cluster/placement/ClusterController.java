package io.aumbry.cluster.placement;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.cluster.helix.HelixConnection;
import io.aumbry.cluster.helix.HelixThreads;
import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.Announcement;
import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.runtime.Time;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;
import org.apache.helix.HelixManager;
import org.apache.helix.InstanceType;
import org.apache.helix.NotificationContext;
import org.apache.helix.api.listeners.ClusterConfigChangeListener;
import org.apache.helix.api.listeners.ExternalViewChangeListener;
import org.apache.helix.api.listeners.IdealStateChangeListener;
import org.apache.helix.api.listeners.InstanceConfigChangeListener;
import org.apache.helix.api.listeners.LiveInstanceChangeListener;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.ExternalView;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.model.LiveInstance;
import org.apache.zookeeper.KeeperException;

/**
 * Decides which node holds which replica in which state. Several may run for a cluster. One leads,
 * and another takes over when its session ends.
 */
public final class ClusterController implements AutoCloseable {
  private final HelixConnection connection;
  private final ExecutorService worker;
  private final ExecutorService lockSteps;
  private final Announcement announcement;

  private ClusterController(
      HelixConnection connection,
      ExecutorService worker,
      ExecutorService lockSteps,
      Announcement announcement) {
    this.connection = connection;
    this.worker = worker;
    this.lockSteps = lockSteps;
    this.announcement = announcement;
  }

  /**
   * Defines the cluster if needed, and starts to lead or to stand by.
   *
   * @throws InterruptedException while waiting for ZooKeeper, which has no time limit
   */
  public static ClusterController start(ControllerConfig config, ClusterMetrics metrics)
      throws InterruptedException {
    ExecutorService worker = HelixThreads.named("placement-" + config.address().clusterName());
    Announcement announcement = new Announcement(config.address().clusterName());
    ExecutorService lockSteps =
        HelixThreads.named("rebalance-lock-" + config.address().clusterName());
    ControllerRole role =
        new ControllerRole(config, worker, lockSteps, metrics.time(), announcement);
    HelixConnection connection = new HelixConnection(config.address(), role, metrics);
    ClusterController controller =
        new ClusterController(connection, worker, lockSteps, announcement);
    try {
      connection.awaitConnected();
      return controller;
    } catch (InterruptedException e) {
      controller.close();
      throw e;
    }
  }

  public void announce(AnnouncedProcess process) {
    announcement.set(process);
    connection.manager().filter(HelixManager::isConnected).ifPresent(announcement::renew);
  }

  public boolean leads() {
    return connection.manager().filter(HelixManager::isLeader).isPresent();
  }

  @Override
  public void close() {
    worker.shutdown();
    connection.close();
    // Ends a wait for ZooKeeper.
    lockSteps.shutdownNow();
  }

  private static final class ControllerRole implements HelixConnection.Role {
    private final ControllerConfig config;
    private final ExecutorService worker;
    private final ExecutorService lockSteps;
    private final Time time;
    private final Announcement announcement;
    private BooleanSupplier isPlacingDue = () -> false;
    private volatile Runnable placing = () -> {};

    ControllerRole(
        ControllerConfig config,
        ExecutorService worker,
        ExecutorService lockSteps,
        Time time,
        Announcement announcement) {
      this.config = config;
      this.worker = worker;
      this.lockSteps = lockSteps;
      this.time = time;
      this.announcement = announcement;
    }

    @Override
    public InstanceType type() {
      return InstanceType.CONTROLLER;
    }

    @Override
    public String name() {
      return config.instanceName();
    }

    @Override
    public void prepare(ZooKeeperSession session) throws KeeperException, InterruptedException {
      ClusterDefinition.define(session, config);
    }

    @Override
    public void connected(HelixManager manager) throws Exception {
      announcement.renew(manager);
      ReplicaPlacer placer =
          new ReplicaPlacer(
              config,
              manager,
              new HostLocks(config.address()),
              new LockSteps(lockSteps, () -> placing.run()),
              time);
      isPlacingDue = placer::isDue;
      placing = HelixThreads.coalesced(worker, placer::place);
      manager.addLiveInstanceChangeListener(
          (LiveInstanceChangeListener)
              (List<LiveInstance> live, NotificationContext context) -> placing.run());
      manager.addIdealStateChangeListener(
          (IdealStateChangeListener)
              (List<IdealState> states, NotificationContext context) -> placing.run());
      manager.addInstanceConfigChangeListener(
          (InstanceConfigChangeListener)
              (List<InstanceConfig> configs, NotificationContext context) -> placing.run());
      manager.addClusterfigChangeListener(
          (ClusterConfigChangeListener)
              (ClusterConfig settings, NotificationContext context) -> placing.run());
      manager.addExternalViewChangeListener(
          (ExternalViewChangeListener)
              (List<ExternalView> views, NotificationContext context) -> placing.run());
    }

    @Override
    public void leaving(HelixManager manager) {
      announcement.withdraw(manager);
    }

    @Override
    public void look(HelixManager manager) {
      announcement.renew(manager);
      if (isPlacingDue.getAsBoolean()) {
        placing.run();
      }
    }
  }
}
