package io.aumbry.cluster.zookeeper;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.zookeeper.server.DatadirCleanupManager;
import org.apache.zookeeper.server.ServerConfig;
import org.apache.zookeeper.server.ZooKeeperServerMain;
import org.apache.zookeeper.server.admin.AdminServer.AdminServerException;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.apache.zookeeper.util.ServiceUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A standalone ZooKeeper in this process. It syncs data before it acknowledges, and purges old
 * snapshots and logs. With an identity it accepts only mutual TLS with certificates of the cluster.
 */
public final class ZooKeeperNode implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperNode.class);
  private static final int SNAPSHOTS_KEPT = 5;
  private static final int PURGE_HOURS = 6;

  private final ZooKeeperNodeConfig config;
  private final Server server;
  private final DatadirCleanupManager purge;
  private final Thread thread;
  private final int port;

  private ZooKeeperNode(
      ZooKeeperNodeConfig config, Server server, DatadirCleanupManager purge, Thread thread) {
    this.config = config;
    this.server = server;
    this.purge = purge;
    this.thread = thread;
    this.port =
        config.identity().isPresent() ? server.getSecureClientPort() : server.getClientPort();
  }

  public static ZooKeeperNode start(ZooKeeperNodeConfig config) {
    ServiceUtils.setSystemExitProcedure(ServiceUtils.LOG_ONLY);
    ZooKeeperTls.server(config.identity());
    QuorumPeerConfig parsed = parse(config);
    ServerConfig serverConfig = new ServerConfig();
    serverConfig.readFrom(parsed);
    Server server = new Server();
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .name("zookeeper-" + config.dataFolder().getFileName())
            .start(() -> server.run(serverConfig));
    server.awaitStart(config);
    DatadirCleanupManager purge =
        new DatadirCleanupManager(
            parsed.getDataDir(), parsed.getDataLogDir(), SNAPSHOTS_KEPT, PURGE_HOURS);
    purge.start();
    return new ZooKeeperNode(config, server, purge, thread);
  }

  private static QuorumPeerConfig parse(ZooKeeperNodeConfig config) {
    Properties properties = new Properties();
    properties.setProperty("dataDir", config.dataFolder().toAbsolutePath().toString());
    String port = config.identity().isPresent() ? "secureClientPort" : "clientPort";
    properties.setProperty(port, Integer.toString(config.port()));
    properties.setProperty(port + "Address", config.host());
    properties.setProperty("tickTime", Long.toString(config.tick().toMillis()));
    properties.setProperty("maxClientCnxns", Integer.toString(config.maxConnections()));
    properties.setProperty("admin.enableServer", "false");
    QuorumPeerConfig parsed = new QuorumPeerConfig();
    try {
      Files.createDirectories(config.dataFolder());
      parsed.parseProperties(properties);
      return parsed;
    } catch (IOException | QuorumPeerConfig.ConfigException e) {
      throw new AumbryException(
          ErrorCode.DISK_FAILED, "ZooKeeper cannot use " + config.dataFolder() + ": " + e, e);
    }
  }

  public int port() {
    return port;
  }

  public String connectString() {
    String host = config.host();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port();
  }

  /** Returns when the data folder is no longer in use. */
  @Override
  public void close() {
    purge.shutdown();
    server.stop();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Server extends ZooKeeperServerMain {
    /** Empty when it serves, otherwise the reason of the failure. */
    private final BlockingQueue<Optional<Exception>> outcome = new LinkedBlockingQueue<>();

    private volatile boolean stopping;

    void run(ServerConfig config) {
      try {
        runFromConfig(config);
        if (!stopping) {
          LOG.atError().log("ZooKeeper stopped by itself: its disk failed, or a bug; see above");
        }
      } catch (IOException | AdminServerException | RuntimeException e) {
        outcome.add(Optional.of(e));
      }
    }

    @Override
    public void serverStarted() {
      outcome.add(Optional.empty());
    }

    void awaitStart(ZooKeeperNodeConfig config) {
      Optional<Exception> failure;
      try {
        failure = outcome.take();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failure = Optional.of(e);
      }
      if (failure.isPresent()) {
        throw new AumbryException(
            ErrorCode.INTERNAL,
            "ZooKeeper cannot start on %s port %d with data in %s: %s"
                .formatted(config.host(), config.port(), config.dataFolder(), failure.get()),
            failure.get());
      }
    }

    void stop() {
      stopping = true;
      close();
    }
  }
}
