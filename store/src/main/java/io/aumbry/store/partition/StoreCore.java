package io.aumbry.store.partition;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.compaction.Compactor;
import io.aumbry.store.compaction.LifeRule;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.disk.TooManyFilesException;
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

public final class StoreCore {
  private static final Logger LOG = LoggerFactory.getLogger(StoreCore.class);

  /** Records the end of the log at a clean shutdown. */
  public static final String REACHED = "reached";

  private final StoreFolder folder;
  private final RecordLog log;
  private final BlobIndex index;
  private final DiskServices disk;
  private final StoreHealth health;
  private final LogTail followers;
  private final Map<ReadMode, LogReads> reads = new EnumMap<>(ReadMode.class);
  private final Compactor compactor;
  private final Quarantine quarantine;
  private final AtomicBoolean growing = new AtomicBoolean();
  private final AtomicBoolean sealing = new AtomicBoolean();
  private final AtomicBoolean merging = new AtomicBoolean();

  public StoreCore(
      StoreFolder folder,
      RecordLog log,
      BlobIndex index,
      DiskServices disk,
      StoreHealth health,
      Quarantine quarantine,
      long last) {
    this.folder = folder;
    this.log = log;
    this.index = index;
    this.disk = disk;
    this.health = health;
    this.followers = new LogTail(last);
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

  public StoreHealth health() {
    return health;
  }

  public LogTail followers() {
    return followers;
  }

  public LogReads reads(ReadMode mode) {
    return Objects.requireNonNull(reads.get(mode));
  }

  public Compactor compactor() {
    return compactor;
  }

  public Quarantine quarantine() {
    return quarantine;
  }

  /** Whether a record adds knowledge, or replaces lost or damaged bytes. */
  public boolean isNew(boolean isPut, StoredState state, Optional<IndexEntry> known) {
    return ReplicaRules.isNew(isPut, state, known)
        || (isPut ? isDamaged(known) || isLost(known) : isWantedAgain(state, known.orElseThrow()));
  }

  /** A change of an earlier life counts too if it alone states the expiry of the blob. */
  private boolean isWantedAgain(StoredState change, IndexEntry known) {
    return !LifeRule.isSuperseded(change, known.state())
        && quarantine.wantsAgain(known.id(), change);
  }

  /** Whether the bytes are missing although compaction cannot have dropped them. */
  private boolean isLost(Optional<IndexEntry> known) {
    return known
        .filter(e -> e.hasPut() && !holds(e))
        .filter(e -> !compactor.mayHaveDropped(e, disk.time().wallMillis()))
        .isPresent();
  }

  public boolean isDamaged(Optional<IndexEntry> known) {
    return known.filter(e -> e.hasPut() && quarantine.covers(e.put().position())).isPresent();
  }

  /** Whether the log still has the bytes. */
  public boolean holds(IndexEntry entry) {
    return entry.hasPut() && log.holds(entry.put().position());
  }

  /** Whether the log has the bytes, and no damage of them is known. */
  public boolean hasBytes(IndexEntry entry) {
    return holds(entry) && !quarantine.covers(entry.put().position());
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

  void growAhead(LogWriter writer) {
    if (growing.compareAndSet(false, true)) {
      disk.helper()
          .submit(() -> {
            growing.set(false);
            grow(writer);
          });
    }
  }

  /** Only logged: the writer meets the failure again when it needs the space. */
  private static void grow(LogWriter writer) {
    try {
      writer.growAhead();
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("space at the end of a log could not be allocated");
    }
  }

  /** The helper seals full index parts; the caller does if too many wait. */
  public void seal() {
    if (index.unsealed() > config().index().mostUnsealed()) {
      sealNow();
    } else {
      sealInBackground();
    }
  }

  private void sealInBackground() {
    if (sealing.compareAndSet(false, true)) {
      disk.helper()
          .submit(() -> {
            sealing.set(false);
            sealNow();
          });
    }
  }

  /**
   * On a full disk, or without a free file descriptor, the parts stay in memory, up to {@link
   * #requireRoomInIndex}.
   */
  private void sealNow() {
    try {
      index.seal();
      merge();
    } catch (NoSpaceException | TooManyFilesException e) {
      LOG.atWarn().setCause(e).log("an index segment could not be written");
    } catch (AumbryException e) {
      health.stop(e);
    } catch (IOException e) {
      health.diskFailed("writing an index segment", e);
    }
  }

  /**
   * Limits the index parts that wait for disk space. Deletes have a higher limit, so that they go
   * on for longer.
   *
   * @throws AumbryException {@code NO_SPACE}
   */
  void requireRoomInIndex(RecordType type) {
    int waiting = index.unsealed();
    int most = config().index().mostUnsealed() * (type == RecordType.PUT ? 2 : 4);
    if (waiting > most) {
      sealInBackground();
      throw new AumbryException(
          ErrorCode.NO_SPACE,
          waiting + " parts of the index wait for disk space; the limit is " + most);
    }
  }

  private void merge() {
    if (merging.compareAndSet(false, true)) {
      disk.helper().submit(this::continueMerge);
    }
  }

  private void continueMerge() {
    boolean more = false;
    try {
      more = health.isWritable() && index.mergeStep();
    } catch (NoSpaceException | TooManyFilesException | AumbryException e) {
      LOG.atWarn().setCause(e).log("index segments could not be merged");
    } catch (IOException e) {
      health.diskFailed("merging index segments", e);
    }
    if (more) {
      disk.helper().submit(this::continueMerge);
    } else {
      merging.set(false);
    }
  }

  /** Records at a clean shutdown the position that the next start must reach. */
  void leave(LogPosition end, long lastSequence) throws IOException {
    Disk files = disk.disk();
    try {
      index.sealAll();
    } catch (NoSpaceException | TooManyFilesException e) {
      LOG.atWarn()
          .setCause(e)
          .log("the index was not written; the next start reads more of the log");
    }
    new FileMark(FileMark.REACHED, log.store(), end.segment(), lastSequence, end.offset())
        .writeAs(files, folder.path(), REACHED);
  }
}
