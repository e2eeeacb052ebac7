package io.aumbry.cluster;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How a standalone ZooKeeper is run.
 *
 * @param dataFolder holds its snapshots and its transaction log; made when absent
 * @param host the address it listens on; without an identity whoever reaches it may change all, so
 *     loopback unless the network is trusted
 * @param port 0 lets the system choose
 * @param tick ZooKeeper's unit of time: sessions last between 2 and 20 of them
 * @param maxConnections from one address; a process needs one for each role in it
 * @param identity with which it speaks mutual TLS, and nothing else; none speaks plaintext
 */
public record ZooKeeperNodeConfig(
    @Setting(key = "zookeeper.data", text = "Folder of its snapshots and log.") Path dataFolder,
    @Setting(
            key = "zookeeper.host",
            text =
                "Address on which it listens; with tls.zookeeper = plaintext only on trusted"
                    + " networks.")
        @Default("127.0.0.1")
        String host,
    @Setting(key = "zookeeper.port", range = "0 to 65535", text = "Port for its clients.")
        @Default("2181")
        int port,
    @Setting(
            key = "zookeeper.tick",
            range = "50ms to 30s",
            text = "Its unit of time: sessions last between 2 and 20 of it.")
        @Default("1s")
        Duration tick,
    @Setting(
            key = "zookeeper.max-connections",
            range = "1 to 100000",
            text = "Connections from one address; a process needs one for each of its roles.")
        @Default("4096")
        int maxConnections,
    Optional<ClusterIdentity> identity) {
  private static final Duration SHORTEST_TICK = Duration.ofMillis(50);
  private static final Duration LONGEST_TICK = Duration.ofSeconds(30);

  public ZooKeeperNodeConfig {
    if (host.isEmpty()) {
      throw new IllegalArgumentException("zookeeper host is empty");
    }
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("zookeeper port " + port + ", must be 0 to 65535");
    }
    Bounds.check("zookeeper tick", tick, SHORTEST_TICK, LONGEST_TICK);
    Bounds.check("zookeeper connections", maxConnections, 1, 100_000);
  }

  /** In plaintext on loopback, on a port of the system's choice. */
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
