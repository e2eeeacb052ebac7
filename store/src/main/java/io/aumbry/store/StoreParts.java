package io.aumbry.store;

import io.aumbry.store.disk.Disk;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.LogPosition;
import io.aumbry.store.log.LogWriter;
import io.aumbry.store.log.RecordLog;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the reading and the changing side of one store share. */
final class StoreParts {
  /** Name of the file that says what the log reached at least. */
  static final String REACHED = "reached";

  /** So many parts of an index may wait in memory; then the writer itself seals. */
  private static final int MAX_UNSEALED = 4;

  private final StoreFolder folder;
  private final RecordLog log;
  private final BlobIndex index;
  private final DiskParts disk;
  private final Health health;
  private final Followers followers;
  private final LogReads reads;
  private final AtomicBoolean growing = new AtomicBoolean();
  private final AtomicBoolean sealing = new AtomicBoolean();

  StoreParts(StoreFolder folder, RecordLog log, BlobIndex index, DiskParts disk, Health health) {
    this.folder = folder;
    this.log = log;
    this.index = index;
    this.disk = disk;
    this.health = health;
    this.followers = new Followers(index.lastSequence());
    this.reads = new LogReads(log, index, disk.buffers(), disk.metrics());
  }

  RecordLog log() {
    return log;
  }

  BlobIndex index() {
    return index;
  }

  Health health() {
    return health;
  }

  Followers followers() {
    return followers;
  }

  LogReads reads() {
    return reads;
  }

  StoreConfig config() {
    return disk.config();
  }

  DiskMetrics metrics() {
    return disk.metrics();
  }

  /** Has room prepared behind the end of the log, beside the requests. */
  void growAhead(LogWriter writer) {
    if (growing.compareAndSet(false, true)) {
      disk.helper()
          .submit(() -> {
            growing.set(false);
            grow(writer);
          });
    }
  }

  /**
   * Failing here needs no more than a word: the writer tries itself when it needs the room, and a
   * sync that failed here fails there too.
   */
  private static void grow(LogWriter writer) {
    try {
      writer.growAhead();
    } catch (IOException e) {
      StoreDisk.LOG.atWarn().setCause(e).log("room behind a log could not be prepared");
    }
  }

  /** Has full parts of the index written, beside the requests unless too many wait. */
  void seal() {
    if (index.unsealed() > MAX_UNSEALED) {
      sealNow();
    } else if (sealing.compareAndSet(false, true)) {
      disk.helper()
          .submit(() -> {
            sealing.set(false);
            sealNow();
          });
    }
  }

  private void sealNow() {
    try {
      index.seal();
    } catch (IOException e) {
      health.diskFailed("writing an index segment", e);
    }
  }

  /** Notes, at a clean end, what must be there at the next start. */
  void leave(LogPosition end, long lastSequence) throws IOException {
    Disk files = disk.disk();
    index.sealAll(config().activeIndexEntries() / 4);
    new FileMark(FileMark.REACHED, log.store(), end.segment(), lastSequence, end.offset())
        .writeAs(files, folder.path(), REACHED);
  }
}
