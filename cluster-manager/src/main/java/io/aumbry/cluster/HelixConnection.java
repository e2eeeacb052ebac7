package io.aumbry.cluster;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.helix.HelixManager;
import org.apache.helix.HelixManagerProperty;
import org.apache.helix.InstanceType;
import org.apache.helix.SystemPropertyKeys;
import org.apache.helix.manager.zk.HelixManagerStateListener;
import org.apache.helix.manager.zk.ZKHelixManager;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One role's connection to a cluster, made anew until it is closed. Helix itself comes back from a
 * lost connection and an expired session; here is what it does not do: waiting for a ZooKeeper or a
 * cluster that is not there yet, and starting over when Helix gave up.
 */
final class HelixConnection implements AutoCloseable {
  /** What a process is in its cluster. All calls come on the thread of the connection. */
  interface Role {
    InstanceType type();

    /** Its name in Helix. */
    String name();

    /** Brings ZooKeeper to where Helix can connect. */
    void prepare(ZooKeeperSession session) throws KeeperException, InterruptedException;

    /** ZooKeeper does not answer; the connection goes on trying. */
    default void unreachable() {}

    /** Before it connects. */
    default void configure(HelixManager manager) {}

    /** When it has connected. Helix throws bare exceptions. */
    default void connected(HelixManager manager) throws Exception {}
  }

  private static final Logger LOG = LoggerFactory.getLogger(HelixConnection.class);

  /** How long Helix waits for the connection when it first connects, and when it disconnects. */
  private static final String CONNECT_MILLIS = "10000";

  private static final String DISCONNECT_MILLIS = "1000";

  private final ClusterAddress address;
  private final Role role;
  private final ClusterMetrics metrics;
  private final Thread thread;
  private final CountDownLatch connectedOnce = new CountDownLatch(1);

  /** Told when Helix gave up, and when this is closed. */
  private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

  private volatile boolean closed;
  private volatile Optional<HelixManager> manager = Optional.empty();

  HelixConnection(ClusterAddress address, Role role, ClusterMetrics metrics) {
    this.metrics = metrics;
    this.address = address;
    this.role = role;
    this.thread =
        Thread.ofPlatform().daemon().name("helix-" + role.name()).start(this::keepConnected);
  }

  /** Waits, for as long as it takes, for the first connection; an interrupt ends it. */
  void awaitConnected() throws InterruptedException {
    connectedOnce.await();
  }

  /** The connection of this moment, if there is one. */
  Optional<HelixManager> manager() {
    return manager;
  }

  private void keepConnected() {
    while (!closed) {
      try {
        connect();
        connectedOnce.countDown();
        String end = ends.take();
        LOG.atInfo().addKeyValue("cluster", address).log("connection ends: {}", end);
      } catch (InterruptedException e) {
        closed = true;
      } catch (Exception e) {
        LOG.atWarn()
            .addKeyValue("cluster", address)
            .addKeyValue("name", role.name())
            .setCause(e)
            .log("cannot connect to the cluster; trying again");
      }
      disconnect();
    }
  }

  private void connect() throws Exception {
    prepare();
    HelixManager next = create(address, role, new EndListener(ends, metrics));
    role.configure(next);
    manager = Optional.of(next);
    next.connect();
    role.connected(next);
  }

  private void prepare() throws IOException, KeeperException, InterruptedException {
    try (ZooKeeperSession session = new ZooKeeperSession(address, role::unreachable)) {
      role.prepare(session);
    }
  }

  /**
   * Helix takes its timeouts from system properties, when a manager is made: one at a time. What is
   * set of TLS it reads again whenever it connects.
   */
  private static HelixManager create(
      ClusterAddress address, Role role, HelixManagerStateListener listener) {
    synchronized (HelixConnection.class) {
      ZooKeeperTls.inThisProcess(address.identity());
      System.setProperty(
          SystemPropertyKeys.ZK_SESSION_TIMEOUT,
          Long.toString(address.sessionTimeout().toMillis()));
      System.setProperty(SystemPropertyKeys.ZK_CONNECTION_TIMEOUT, CONNECT_MILLIS);
      System.setProperty(SystemPropertyKeys.ZK_WAIT_CONNECTED_TIMEOUT, DISCONNECT_MILLIS);
      return new ZKHelixManager(
          address.clusterName(),
          role.name(),
          role.type(),
          address.zkConnect(),
          listener,
          // Given, Helix does not open one more connection to look for settings of a cloud.
          new HelixManagerProperty.Builder().setVersion("").build());
    }
  }

  private void disconnect() {
    manager.ifPresent(HelixManager::disconnect);
    manager = Optional.empty();
  }

  /** Ends the session, so that the cluster sees at once that this process has left. */
  @Override
  public void close() {
    closed = true;
    ends.add("closed");
    if (connectedOnce.getCount() > 0) {
      thread.interrupt();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether ZooKeeper answers. */
  boolean isConnected() {
    return manager.filter(HelixManager::isConnected).isPresent();
  }

  /** Helix tells of each new session; all but the first follow one that was lost. */
  private static final class EndListener implements HelixManagerStateListener {
    private final BlockingQueue<String> ends;
    private final ClusterMetrics metrics;
    private final AtomicBoolean connectedBefore = new AtomicBoolean();

    EndListener(BlockingQueue<String> ends, ClusterMetrics metrics) {
      this.ends = ends;
      this.metrics = metrics;
    }

    @Override
    public void onConnected(HelixManager manager) {
      if (connectedBefore.getAndSet(true)) {
        metrics.sessionLost();
      }
    }

    @Override
    public void onDisconnected(HelixManager manager, Throwable error) {
      metrics.sessionLost();
      ends.add("Helix gave up: " + error);
    }
  }
}
