package io.aumbry.store.partition;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.compaction.Compactor;
import io.aumbry.store.compaction.LifeRule;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.io.DiskMetrics;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.LogWriter;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.scrub.Quarantine;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the reading and the changing side of one store share. */
public final class StoreParts {
  private static final Logger LOG = LoggerFactory.getLogger(StoreParts.class);

  /** Name of the file that says what the log reached at least. */
  public static final String REACHED = "reached";

  private final StoreFolder folder;
  private final RecordLog log;
  private final BlobIndex index;
  private final DiskParts disk;
  private final Health health;
  private final Followers followers;
  private final Map<ReadMode, LogReads> reads = new EnumMap<>(ReadMode.class);
  private final Compactor compactor;
  private final Quarantine quarantine;
  private final AtomicBoolean growing = new AtomicBoolean();
  private final AtomicBoolean sealing = new AtomicBoolean();
  private final AtomicBoolean merging = new AtomicBoolean();

  public StoreParts(
      StoreFolder folder,
      RecordLog log,
      BlobIndex index,
      DiskParts disk,
      Health health,
      Quarantine quarantine,
      long last) {
    this.folder = folder;
    this.log = log;
    this.index = index;
    this.disk = disk;
    this.health = health;
    this.followers = new Followers(last);
    this.compactor = new Compactor(log, index, disk.config().retention(), disk.time(), quarantine);
    this.quarantine = quarantine;
    for (ReadMode mode : ReadMode.values()) {
      reads.put(
          mode,
          new LogReads(log, index, disk.buffers(), disk.metrics(), mode, quarantine::suspect));
    }
  }

  public RecordLog log() {
    return log;
  }

  public BlobIndex index() {
    return index;
  }

  public Health health() {
    return health;
  }

  public Followers followers() {
    return followers;
  }

  public LogReads reads(ReadMode mode) {
    return Objects.requireNonNull(reads.get(mode));
  }

  public Compactor compactor() {
    return compactor;
  }

  /** What is known to be damaged. */
  public Quarantine quarantine() {
    return quarantine;
  }

  /** Whether a record of another replica, or of a client, says what is not known or held here. */
  public boolean isNew(boolean isPut, StoredState state, Optional<IndexEntry> known) {
    return ReplicaRules.isNew(isPut, state, known)
        || (isPut ? isDamaged(known) || isLost(known) : isWantedAgain(state, known.orElseThrow()));
  }

  /** A change of an earlier life may say when the blob expires, and no other record may say it. */
  private boolean isWantedAgain(StoredState change, IndexEntry known) {
    return !LifeRule.isSuperseded(change, known.state())
        && quarantine.wantsAgain(known.id(), change);
  }

  /** Whether the bytes of a blob are gone, and nobody may have dropped them. */
  private boolean isLost(Optional<IndexEntry> known) {
    return known
        .filter(e -> e.hasPut() && !holds(e))
        .filter(e -> !compactor.mayHaveDropped(e, disk.time().wallMillis()))
        .isPresent();
  }

  /** Whether the bytes of a blob are known to be damaged. */
  public boolean isDamaged(Optional<IndexEntry> known) {
    return known.filter(e -> e.hasPut() && quarantine.covers(e.put().position())).isPresent();
  }

  /** Whether the bytes of a blob that the index knows are still in the log. */
  public boolean holds(IndexEntry entry) {
    return entry.hasPut() && log.holds(entry.put().position());
  }

  public StoreConfig config() {
    return disk.config();
  }

  Time time() {
    return disk.time();
  }

  public DiskMetrics metrics() {
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
      LOG.atWarn().setCause(e).log("room behind a log could not be prepared");
    }
  }

  /** Has full parts of the index written, beside the requests unless too many wait. */
  public void seal() {
    if (index.unsealed() > config().index().mostUnsealed()) {
      sealNow();
    } else {
      sealBeside();
    }
  }

  private void sealBeside() {
    if (sealing.compareAndSet(false, true)) {
      disk.helper()
          .submit(() -> {
            sealing.set(false);
            sealNow();
          });
    }
  }

  /** On a full disk what could not be written stays in memory, up to a bound. */
  private void sealNow() {
    try {
      index.seal();
      merge();
    } catch (NoSpaceException e) {
      LOG.atWarn().setCause(e).log("an index segment could not be written");
    } catch (AumbryException e) {
      health.stop(e);
    } catch (IOException e) {
      health.diskFailed("writing an index segment", e);
    }
  }

  /**
   * Refuses a record that the index could not hold, since the disk has no room for what waits in
   * memory. Deletes and the like have a bound of their own, so that they go on for longer.
   *
   * @throws AumbryException {@code NO_SPACE}
   */
  void requireRoomInIndex(RecordType type) {
    int waiting = index.unsealed();
    int most = config().index().mostUnsealed() * (type == RecordType.PUT ? 2 : 4);
    if (waiting > most) {
      sealBeside();
      throw new AumbryException(
          ErrorCode.NO_SPACE,
          waiting + " parts of the index wait for room on the disk, the limit is " + most);
    }
  }

  /** Has segments of the index merged, a little at a time, beside the requests. */
  private void merge() {
    if (merging.compareAndSet(false, true)) {
      disk.helper().submit(this::mergeOn);
    }
  }

  private void mergeOn() {
    boolean more = false;
    try {
      more = health.isWritable() && index.mergeStep();
    } catch (NoSpaceException | AumbryException e) {
      LOG.atWarn().setCause(e).log("index segments could not be merged");
    } catch (IOException e) {
      health.diskFailed("merging index segments", e);
    }
    if (more) {
      disk.helper().submit(this::mergeOn);
    } else {
      merging.set(false);
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
