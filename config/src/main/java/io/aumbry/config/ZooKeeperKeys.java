package io.aumbry.config;

import java.nio.file.Path;
import java.util.List;

/** What the built-in ZooKeeper server has. */
public final class ZooKeeperKeys {
  public static final Key<String> HOST =
      Key.of("zookeeper.host", ValueTypes.text(), "127.0.0.1", "Address on which it listens.");

  public static final Key<Integer> PORT =
      Key.of("zookeeper.port", ValueTypes.integer(0, 65535), "2181", "Port for its clients.");

  public static final Key<Path> DATA =
      Key.required("zookeeper.data", ValueTypes.path(), "Folder of its snapshots and log.");

  static final KeySet.Section SECTION = new KeySet.Section("ZooKeeper", List.of(HOST, PORT, DATA));

  private ZooKeeperKeys() {}
}
