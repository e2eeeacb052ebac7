package io.aumbry.store;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.disk.TooManyFilesException;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.index.segment.IndexPart;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.LogRecovery;
import io.aumbry.store.log.LogRecovery.Outcome;
import io.aumbry.store.log.LogWriter;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.partition.DiskServices;
import io.aumbry.store.partition.Openings;
import io.aumbry.store.partition.OpeningsFile;
import io.aumbry.store.partition.StoreCore;
import io.aumbry.store.partition.StoreFolder;
import io.aumbry.store.partition.StoreHealth;
import io.aumbry.store.partition.StoreWriter;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.scrub.Quarantine;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class StoreOpening {
  private static final Logger LOG = LoggerFactory.getLogger(StoreOpening.class);

  private final DiskServices disk;
  private final Disk files;
  private final StoreFolder folder;

  StoreOpening(DiskServices disk, StoreFolder folder) {
    this.disk = disk;
    this.files = disk.disk();
    this.folder = folder;
  }

  /** A crash leaves either the whole store or an unfinished folder. */
  void create(UUID id) throws IOException {
    String unfinished = folder.unfinished();
    if (files.exists(unfinished)) {
      StoreFolder.deleteAll(files, unfinished);
    }
    files.createFolder(unfinished);
    new FileMark(FileMark.STORE, id, folder.partition(), 0, 0)
        .writeAs(files, unfinished, StoreFolder.IDENTITY);
    RecordLog.create(files, unfinished, id, disk.config().segmentBytes()).close();
    files.rename(unfinished, folder.path());
    files.syncFolder("");
  }

  /**
   * Opens a store with every record that its log acknowledged, and notes the opening durably before
   * the store takes records. If acknowledged bytes are damaged, it opens read-only.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when files are missing or belong to another
   *     store
   */
  PartitionStore open() throws IOException {
    long started = disk.time().monotonicNanos();
    UUID id = identity();
    // A killed process may leave a file name that is visible but not durable. A sync of that file
    // would not protect its content.
    files.syncFolder(folder.path());
    RecordLog log = RecordLog.open(files, folder.path(), id, disk.config().segmentBytes());
    try {
      BlobIndex index =
          BlobIndex.open(files, folder.path(), id, disk.config().index(), disk.indexPages());
      return opened(log, index, started);
    } catch (IOException | RuntimeException | Error e) {
      log.close();
      throw e;
    }
  }

  private PartitionStore opened(RecordLog log, BlobIndex index, long started) throws IOException {
    try {
      IndexPart newest = index.newest();
      long indexed = newest.lastSequence();
      Outcome outcome =
          LogRecovery.recover(
              log,
              newest.end(),
              indexed,
              reached(log.store()),
              (header, at, settled) -> {
                apply(index, header, at);
                sealBehind(index, settled);
              });
      LOG.atInfo()
          .addKeyValue("partition", folder.partition())
          .addKeyValue("records", outcome.lastSequence())
          .addKeyValue("scanned", outcome.lastSequence() - indexed)
          .addKeyValue("micros", (disk.time().monotonicNanos() - started) / 1000)
          .log("store is open");
      Quarantine quarantine = quarantine(log, index, outcome);
      if (log.seemsToLack(newest.end())) {
        // Only index segments know of these records. The scrub decides.
        quarantine.suspect(newest.end());
      }
      return store(log, index, quarantine, outcome);
    } catch (IOException | RuntimeException | Error e) {
      index.close();
      throw e;
    }
  }

  private Quarantine quarantine(RecordLog log, BlobIndex index, Outcome outcome)
      throws IOException {
    Quarantine quarantine = Quarantine.open(files, folder.path(), log);
    if (outcome.damage().isEmpty()) {
      quarantine.limitTo(
          outcome.end(),
          outcome.lastSequence(),
          id -> index.find(id).map(entry -> entry.put().position()));
    }
    return quarantine;
  }

  private PartitionStore store(
      RecordLog log, BlobIndex index, Quarantine quarantine, Outcome outcome) throws IOException {
    StoreHealth health = new StoreHealth(files + "/" + folder.path());
    outcome.damage().ifPresent(health::damaged);
    StoreCore core =
        new StoreCore(folder, log, index, disk, health, quarantine, outcome.lastSequence());
    LogWriter writer =
        new LogWriter(
            log,
            disk.writer().gather(),
            disk.writer().recent(),
            disk.config().reserveBytes(),
            outcome.end(),
            outcome.lastSequence());
    if (health.isWritable()) {
      core.seal();
    }
    Openings openings =
        new OpeningsFile(files, folder.path(), log.store())
            .add(disk.time().wallMillis(), outcome.lastSequence());
    disk.guard().add(health);
    PartitionStore store =
        new PartitionStore(
            folder.partition(), core, new StoreWriter(core, writer, disk.time()), disk, openings);
    if (index.usage().isCountDue()) {
      store.countUsage();
    }
    return store;
  }

  private UUID identity() throws IOException {
    FileMark mark =
        FileMark.readFrom(files, folder.path() + "/" + StoreFolder.IDENTITY, FileMark.STORE);
    if (mark.number() != folder.partition()) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD, folder.path() + " holds partition " + mark.number());
    }
    return mark.owner();
  }

  /** The last sequence number that a clean shutdown recorded, or 0. */
  private long reached(UUID id) throws IOException {
    String path = folder.path() + "/" + StoreCore.REACHED;
    if (!files.exists(path)) {
      return 0;
    }
    FileMark mark = FileMark.readFrom(files, path, FileMark.REACHED);
    return mark.owner().equals(id) ? mark.first() : 0;
  }

  /**
   * Bounds the memory and the segments of a rebuilt index. On a full disk its entries stay in
   * memory, so that the store still opens.
   */
  private void sealBehind(BlobIndex index, long settled) throws IOException {
    if (index.unsealed() > disk.config().index().mostUnsealed()) {
      try {
        index.seal(settled);
        boolean merges = true;
        while (merges) {
          merges = index.mergeStep();
        }
      } catch (NoSpaceException | TooManyFilesException e) {
        LOG.atDebug().setCause(e).log("rebuilt index entries stay in memory");
      }
    }
  }

  private static void apply(BlobIndex index, RecordHeader header, LogPosition at)
      throws IOException {
    Optional<IndexEntry> known = index.find(header.id());
    StoredState state =
        known.map(entry -> entry.state().merge(header.state())).orElse(header.state());
    PutPlace place = known.map(IndexEntry::put).orElse(PutPlace.NONE);
    if (header.type() == RecordType.PUT) {
      // A second PUT of an id exists only if the bytes of the first were damaged.
      place = new PutPlace(at, header.headerLength(), header.contentLength());
    }
    index.put(known, new IndexEntry(header.id(), state, place));
    LogPosition behind = new LogPosition(at.segment(), at.offset() + header.recordLength());
    if (index.cover(header.stamp().sequence(), at, behind)) {
      index.freeze();
    }
  }
}
