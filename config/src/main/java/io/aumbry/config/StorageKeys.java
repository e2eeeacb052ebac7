package io.aumbry.config;

import java.nio.file.Path;
import java.util.List;

/** What a storage node has. */
public final class StorageKeys {
  public static final Key<String> HOST =
      Key.of("storage.host", ValueTypes.text(), "0.0.0.0", "Address on which peers are served.");

  public static final Key<Integer> PORT =
      Key.of(
          "storage.port",
          ValueTypes.integer(0, 65535),
          "1175",
          "Port for node messages; 0 lets the system choose.");

  public static final Key<List<Path>> DISKS =
      Key.required(
          "storage.disks",
          ValueTypes.listOf(ValueTypes.path(), 64),
          "A folder on each disk; partitions are spread over them.");

  static final KeySet.Section SECTION =
      new KeySet.Section("Storage node", List.of(HOST, PORT, DISKS));

  private StorageKeys() {}
}
