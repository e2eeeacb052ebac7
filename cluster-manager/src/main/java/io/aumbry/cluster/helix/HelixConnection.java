package io.aumbry.cluster.helix;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.cluster.zookeeper.ZooKeeperTls;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.helix.HelixManager;
import org.apache.helix.InstanceType;
import org.apache.helix.SystemPropertyKeys;
import org.apache.helix.manager.zk.HelixManagerStateListener;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Keeps a role connected to a cluster. Beyond Helix's own recovery, it waits for a ZooKeeper or
 * cluster that does not exist yet, and reconnects if Helix gives up or cannot take up a new
 * session. The pause after failed attempts grows from 1 s to 32 s.
 */
public final class HelixConnection implements AutoCloseable {
  /**
   * The role of a process in its cluster. Called on the thread of the connection, unless stated
   * otherwise.
   */
  public interface Role {
    InstanceType type();

    String name();

    void prepare(ZooKeeperSession session) throws KeeperException, InterruptedException;

    /** ZooKeeper does not answer; the connection keeps trying. */
    default void unreachable() {}

    default void configure(HelixManager manager) {}

    /**
     * The new session of this process, or "" when it has none. Called on the Helix thread that
     * takes up the session, before Helix resets the replicas of the previous one.
     */
    default void session(String id) {}

    /** Helix throws bare exceptions. */
    default void connected(HelixManager manager) throws Exception {}

    /** Called before an orderly end, if ZooKeeper answers. */
    default void leaving(HelixManager manager) {}

    /** Called every {@link #LOOK} while connected, to find events that Helix lost. */
    default void look(HelixManager manager) {}
  }

  private static final Logger LOG = LoggerFactory.getLogger(HelixConnection.class);

  private static final String CONNECT_MILLIS = "10000";

  /** Time for Helix to leave when ZooKeeper does not answer. */
  private static final Duration LEAVE = Duration.ofSeconds(1);

  private static final Duration LOOK = Duration.ofSeconds(10);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final int MOST_DOUBLINGS = 5;

  private final ClusterAddress address;
  private final Role role;
  private final ClusterMetrics metrics;
  private final Thread thread;
  private final CountDownLatch connectedOnce = new CountDownLatch(1);

  /** Reasons to end the connection. */
  private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

  private volatile boolean closed;
  private volatile Optional<HelixManager> manager = Optional.empty();

  public HelixConnection(ClusterAddress address, Role role, ClusterMetrics metrics) {
    this.metrics = metrics;
    this.address = address;
    this.role = role;
    this.thread =
        Thread.ofPlatform().daemon().name("helix-" + role.name()).start(this::keepConnected);
  }

  /** Waits for the first connection without a time limit. */
  public void awaitConnected() throws InterruptedException {
    connectedOnce.await();
  }

  public Optional<HelixManager> manager() {
    return manager;
  }

  private void keepConnected() {
    int failures = 0;
    while (!closed) {
      try {
        pauseAfter(failures);
        failures = stayConnected() ? 0 : failures + 1;
      } catch (InterruptedException e) {
        closed = true;
      }
      disconnect();
    }
  }

  private void pauseAfter(int failures) throws InterruptedException {
    if (failures > 0) {
      Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(MOST_DOUBLINGS, failures - 1));
      ends.poll(pause.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private boolean stayConnected() throws InterruptedException {
    try {
      connect();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      LOG.atWarn()
          .addKeyValue("cluster", address)
          .addKeyValue("name", role.name())
          .setCause(e)
          .log("Cannot connect to the cluster; retrying");
      return false;
    }
    connectedOnce.countDown();
    String end = awaitEnd();
    LOG.atLevel(closed ? Level.INFO : Level.WARN)
        .addKeyValue("cluster", address)
        .addKeyValue("name", role.name())
        .log("Connection ends: {}", end);
    if (!closed) {
      metrics.connectionRenewed();
    }
    return true;
  }

  private String awaitEnd() throws InterruptedException {
    Optional<String> end = Optional.empty();
    while (!closed && end.isEmpty()) {
      end = Optional.ofNullable(ends.poll(LOOK.toNanos(), TimeUnit.NANOSECONDS));
      if (end.isEmpty()) {
        look();
      }
    }
    return end.orElse("closed");
  }

  private void look() {
    try {
      manager.filter(HelixManager::isConnected).ifPresent(role::look);
    } catch (RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("cluster", address)
          .addKeyValue("name", role.name())
          .setCause(e)
          .log("Cannot compare states with the cluster; retrying soon");
    }
  }

  private void connect() throws Exception {
    prepare();
    HelixManager next = create();
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
   * Helix reads timeouts from system properties when a manager is made, so only one may be made at
   * a time.
   *
   * <p>Operations wait longer for a lost connection than a session can last. Otherwise Helix would
   * abandon its work half done, and nothing would repeat it if the session survives
   * (apache/helix#3005).
   */
  private HelixManager create() {
    synchronized (HelixConnection.class) {
      ZooKeeperTls.inThisProcess(address.identity());
      System.setProperty(
          SystemPropertyKeys.ZK_SESSION_TIMEOUT,
          Long.toString(address.sessionTimeout().toMillis()));
      System.setProperty(SystemPropertyKeys.ZK_CONNECTION_TIMEOUT, CONNECT_MILLIS);
      System.setProperty(
          SystemPropertyKeys.ZK_WAIT_CONNECTED_TIMEOUT,
          Long.toString(address.sessionTimeout().multipliedBy(2).toMillis()));
      return new SessionAwareHelix(address, role, new EndListener(ends, metrics), ends::add);
    }
  }

  private void disconnect() {
    role.session("");
    try {
      manager.ifPresent(HelixManager::disconnect);
    } catch (RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("cluster", address)
          .addKeyValue("name", role.name())
          .setCause(e)
          .log("The connection did not end in order");
    }
    manager = Optional.empty();
    ends.clear();
  }

  @Override
  public void close() {
    closed = true;
    leave();
    ends.add("closed");
    if (connectedOnce.getCount() > 0) {
      thread.interrupt();
    }
    try {
      while (!thread.join(LEAVE)) {
        if (!isConnected()) {
          thread.interrupt();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void leave() {
    try {
      manager.filter(HelixManager::isConnected).ifPresent(role::leaving);
    } catch (RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("cluster", address)
          .addKeyValue("name", role.name())
          .setCause(e)
          .log("Cannot tell the cluster that this process leaves");
    }
  }

  public boolean isConnected() {
    return manager.filter(HelixManager::isConnected).isPresent();
  }

  /** Helix reports each new session. All but the first follow a lost one. */
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
