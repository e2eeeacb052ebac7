package io.aumbry.deploy.process;

import io.aumbry.config.ConfigException;
import io.aumbry.config.DataSize;
import io.aumbry.config.Settings;
import io.aumbry.config.StorageKeys;
import io.aumbry.store.Durability;
import io.aumbry.store.StoreConfig;
import io.aumbry.store.compaction.Retention;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The disks of a storage node, from its settings. */
final class DiskSettings {
  private static final Logger LOG = LoggerFactory.getLogger(DiskSettings.class);

  private DiskSettings() {}

  /** What one disk has of the space that the node may use, if that is bounded. */
  static long share(Settings settings) {
    return settings
        .find(StorageKeys.CAPACITY)
        .map(all -> all.bytes() / settings.value(StorageKeys.DISKS).size())
        .orElse(Long.MAX_VALUE);
  }

  /**
   * Space for replicas in bytes.
   *
   * @param folders of the disks that can be used
   */
  static long capacity(Settings settings, List<Path> folders) {
    return settings
        .find(StorageKeys.CAPACITY)
        .map(DataSize::bytes)
        .orElseGet(() -> fileSystems(folders));
  }

  /**
   * How stores work.
   *
   * @throws ConfigException when a full disk could not be compacted
   */
  static StoreConfig config(Settings settings) {
    DataSize reserve = settings.value(StorageKeys.RESERVE);
    DataSize segment = settings.value(StorageKeys.SEGMENT_SIZE);
    DataSize least = new DataSize(StoreConfig.leastReserve(segment.bytes()));
    if (reserve.bytes() < least.bytes()) {
      throw new ConfigException(
          "%s is %s, must be at least %s with %s %s: a full disk could not be compacted"
              .formatted(StorageKeys.RESERVE, reserve, least, StorageKeys.SEGMENT_SIZE, segment));
    }
    StoreConfig defaults = StoreConfig.defaults();
    return new StoreConfig(
            durability(settings),
            segment.bytes(),
            reserve.bytes(),
            settings.value(StorageKeys.QUEUE_SIZE).bytes(),
            defaults.queueRequests(),
            settings.value(StorageKeys.READ_THREADS),
            defaults.activeIndexEntries())
        .withRetention(
            Retention.of(
                settings.value(StorageKeys.DELETED_RETENTION),
                settings.value(StorageKeys.EXPIRED_RETENTION)));
  }

  static Durability durability(Settings settings) {
    return switch (settings.value(StorageKeys.DURABILITY)) {
      case FSYNC -> Durability.FSYNC;
      case WRITE -> Durability.WRITE;
    };
  }

  /** Two folders on one file system share its space. */
  private static long fileSystems(List<Path> folders) {
    long total = 0;
    Set<FileStore> seen = new HashSet<>();
    for (Path folder : folders) {
      try {
        FileStore store = Files.getFileStore(folder);
        if (seen.add(store)) {
          total += store.getTotalSpace();
        }
      } catch (IOException unknown) {
        LOG.atWarn()
            .addKeyValue("disk", folder)
            .setCause(unknown)
            .log("the size of a disk is not known, and does not count");
      }
    }
    return total;
  }
}
