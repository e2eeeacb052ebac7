package io.aumbry.store;

import io.aumbry.store.disk.Disk;
import io.aumbry.store.partition.StoreFolder;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;

final class DiskPresence {
  private DiskPresence() {}

  /** The first missing file: the identity of the disk, or of an open store. */
  static Optional<String> missing(Disk disk, Collection<PartitionStore> stores) throws IOException {
    if (!disk.exists(StoreDisk.IDENTITY)) {
      return Optional.of(StoreDisk.IDENTITY);
    }
    for (PartitionStore store : stores) {
      String file = new StoreFolder(store.partition()).path() + "/" + StoreFolder.IDENTITY;
      if (!store.isClosed() && !disk.exists(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }
}
