package io.aumbry.deploy.settings;

import io.aumbry.config.DataSize;
import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.store.disk.DiskGuard;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The disks of a storage node. */
public record DiskConfig(
    @Setting(
            key = "storage.disks",
            most = 64,
            text = "A folder on each disk of the node. Replicas are spread over them.")
        List<Path> folders,
    @Setting(
            key = "storage.lost-disks",
            most = 64,
            text =
                "Ids of disks that are permanently lost. Their folders may be empty or hold another"
                    + " disk, which the node otherwise refuses to use.")
        @Default("")
        List<UUID> lost,
    DiskGuard.Stall stall,
    @Setting(
            key = "storage.capacity",
            range = "1 MiB to 1024 TiB",
            text =
                "Space for replicas on all disks together. Default: the size of their file"
                    + " systems.")
        Optional<DataSize> capacity) {
  private static final Logger LOG = LoggerFactory.getLogger(DiskConfig.class);

  /** The part of {@code storage.capacity} for one disk. Unlimited if not set. */
  public long share() {
    return capacity.map(all -> all.bytes() / folders.size()).orElse(Long.MAX_VALUE);
  }

  /**
   * Space for replicas in bytes.
   *
   * @param usable folders of the usable disks
   */
  public long capacity(List<Path> usable) {
    return capacity.map(DataSize::bytes).orElseGet(() -> fileSystems(usable));
  }

  /** Counts a file system once, even if several folders are on it. */
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
            .log("The size of a disk is unknown and does not count");
      }
    }
    return total;
  }
}
