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
 * One role's connection to a cluster, made anew until it is closed. Helix itself comes back from a
 * lost connection and an expired session; here is what it does not do: waiting for a ZooKeeper or a
 * cluster that is not there yet, and starting over when Helix gave up, or could not take up a new
 * session. Attempts that fail one after the other are 1 s apart, and twice as long each time up to
 * 32 s.
 */
public final class HelixConnection implements AutoCloseable {
  /** What a process is in its cluster. All calls come on the thread of the connection. */
  public interface Role {
    InstanceType type();

    /** Its name in Helix. */
    String name();

    /** Brings ZooKeeper to where Helix can connect. */
    void prepare(ZooKeeperSession session) throws KeeperException, InterruptedException;

    /** ZooKeeper does not answer; the connection goes on trying. */
    default void unreachable() {}

    /** Before it connects. */
    default void configure(HelixManager manager) {}

    /**
     * The session of this process from now on, or "" while it has none. Comes on the thread of
     * Helix that takes the session up, before Helix gives up what belongs to the former one.
     */
    default void session(String id) {}

    /** When it has connected. Helix throws bare exceptions. */
    default void connected(HelixManager manager) throws Exception {}

    /** Before an orderly end, while ZooKeeper answers. */
    default void leaving(HelixManager manager) {}

    /** Each time so long after it has connected, or looked: finds what Helix has lost. */
    default void look(HelixManager manager) {}
  }

  private static final Logger LOG = LoggerFactory.getLogger(HelixConnection.class);

  /** How long Helix waits for the connection when it first connects. */
  private static final String CONNECT_MILLIS = "10000";

  /** How long Helix may take to say that it leaves, when ZooKeeper does not answer. */
  private static final Duration LEAVE = Duration.ofSeconds(1);

  private static final Duration LOOK = Duration.ofSeconds(10);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final int MOST_DOUBLINGS = 5;

  private final ClusterAddress address;
  private final Role role;
  private final ClusterMetrics metrics;
  private final Thread thread;
  private final CountDownLatch connectedOnce = new CountDownLatch(1);

  /** Told when Helix gave up or could not take up a session, and when this is closed. */
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

  /** Waits, for as long as it takes, for the first connection; an interrupt ends it. */
  public void awaitConnected() throws InterruptedException {
    connectedOnce.await();
  }

  /** The connection of this moment, if there is one. */
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

  /** Returns when the connection has ended; whether it came about at all. */
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
          .log("cannot connect to the cluster; trying again");
      return false;
    }
    connectedOnce.countDown();
    String end = awaitEnd();
    LOG.atLevel(closed ? Level.INFO : Level.WARN)
        .addKeyValue("cluster", address)
        .addKeyValue("name", role.name())
        .log("connection ends: {}", end);
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
          .log("cannot compare with the cluster; again soon");
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
   * Helix takes its timeouts from system properties, when a manager is made: one at a time. What is
   * set of TLS it reads again whenever it connects.
   *
   * <p>What finds the connection lost waits for longer than a session can outlive that. With less,
   * Helix's work is left half done, and as the session goes on nothing makes it do it again
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
      return new ToldHelix(address, role, new EndListener(ends, metrics), ends::add);
    }
  }

  /** What is told of the former connection is of no interest to the next one. */
  private void disconnect() {
    role.session("");
    try {
      manager.ifPresent(HelixManager::disconnect);
    } catch (RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("cluster", address)
          .addKeyValue("name", role.name())
          .setCause(e)
          .log("the connection was not ended in order");
    }
    manager = Optional.empty();
    ends.clear();
  }

  /** Ends the session, so that the cluster sees at once that this process has left. */
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
          .log("cannot tell the cluster that this process leaves");
    }
  }

  /** Whether ZooKeeper answers. */
  public boolean isConnected() {
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
