package io.aumbry.cluster.zookeeper;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a standalone ZooKeeper.
 *
 * @param identity for mutual TLS; plaintext if empty
 */
public record ZooKeeperNodeConfig(
    @Setting(key = "zookeeper.data", text = "Folder for snapshots and log.") Path dataFolder,
    @Setting(
            key = "zookeeper.host",
            text =
                "Address to listen on. With tls.zookeeper = plaintext, use trusted networks"
                    + " only.")
        @Default("127.0.0.1")
        String host,
    @Setting(key = "zookeeper.port", range = "0 to 65535", text = "Port for clients.")
        @Default("2181")
        int port,
    @Setting(
            key = "zookeeper.tick",
            range = "50ms to 30s",
            text = "Unit of time; a session timeout is 2 to 20 ticks.")
        @Default("1s")
        Duration tick,
    @Setting(
            key = "zookeeper.max-connections",
            range = "1 to 100000",
            text =
                "Maximum connections from one address; a process needs one for each of its roles.")
        @Default("4096")
        int maxConnections,
    Optional<ClusterIdentity> identity) {
  public ZooKeeperNodeConfig {
    if (host.isEmpty()) {
      throw new IllegalArgumentException("zookeeper host is empty");
    }
    Bounds.check("zookeeper port", port, 0, 65535);
    Bounds.check("zookeeper tick", tick, Duration.ofMillis(50), Duration.ofSeconds(30));
    Bounds.check("zookeeper connections", maxConnections, 1, 100_000);
  }

  public static ZooKeeperNodeConfig defaults(Path dataFolder) {
    return Settings.read(
        ZooKeeperNodeConfig.class,
        Map.of("zookeeper.data", dataFolder.toString(), "zookeeper.port", "0"));
  }

  public ZooKeeperNodeConfig withPort(int other) {
    return new ZooKeeperNodeConfig(dataFolder, host, other, tick, maxConnections, identity);
  }

  public ZooKeeperNodeConfig withTick(Duration other) {
    return new ZooKeeperNodeConfig(dataFolder, host, port, other, maxConnections, identity);
  }

  public ZooKeeperNodeConfig withIdentity(ClusterIdentity other) {
    return new ZooKeeperNodeConfig(
        dataFolder, host, port, tick, maxConnections, Optional.of(other));
  }
}
