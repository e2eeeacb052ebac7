package io.aumbry.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What the built-in ZooKeeper server has. */
public final class ZooKeeperKeys {
  public static final Key<Path> DATA =
      Key.required("zookeeper.data", ValueTypes.path(), "Folder of its snapshots and log.");

  public static final Key<String> HOST =
      Key.of(
          "zookeeper.host",
          ValueTypes.text(),
          "127.0.0.1",
          "Address on which it listens; with tls.zookeeper = plaintext only on trusted networks.");

  public static final Key<Integer> PORT =
      Key.of("zookeeper.port", ValueTypes.integer(0, 65535), "2181", "Port for its clients.");

  public static final Key<Duration> TICK =
      Key.of(
          "zookeeper.tick",
          ValueTypes.duration("50ms", "30s"),
          "1s",
          "Its unit of time: sessions last between 2 and 20 of it.");

  public static final Key<Integer> MAX_CONNECTIONS =
      Key.of(
          "zookeeper.max-connections",
          ValueTypes.integer(1, 100_000),
          "4096",
          "Connections from one address; a process needs one for each of its roles.");

  static final KeySet.Section SECTION =
      new KeySet.Section("ZooKeeper", List.of(DATA, HOST, PORT, TICK, MAX_CONNECTIONS));

  private ZooKeeperKeys() {}
}
