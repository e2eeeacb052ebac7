package io.aumbry.store;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.CompactionRound;
import io.aumbry.store.compaction.Compactor;
import io.aumbry.store.compaction.ReapRule;
import io.aumbry.store.compaction.WriterTurns;
import io.aumbry.store.disk.TooManyFilesException;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.log.Pace;
import io.aumbry.store.partition.DiskServices;
import io.aumbry.store.partition.StoreCore;
import io.aumbry.store.partition.StoreWriter;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Runs the compaction of one store on the caller's thread, until the store stops. */
final class StoreCompaction {
  /** Index entries to remove in one turn of the writer thread. */
  private static final int SLICE = 256;

  /** The slowdown while requests wait for the disk. */
  private static final long SLOWER = 4;

  private final StoreCore core;
  private final StoreWriter writer;
  private final DiskServices disk;
  private final Runnable makeDurable;

  /** Held by the running round. */
  private final Mutex running = new Mutex();

  /** No round runs after an error until the store is reopened; guarded by {@link #running}. */
  private Optional<IOException> failed = Optional.empty();

  private volatile boolean stopped;

  /**
   * @param makeDurable syncs everything that the index refers to
   */
  StoreCompaction(StoreCore core, StoreWriter writer, DiskServices disk, Runnable makeDurable) {
    this.makeDurable = makeDurable;
    this.core = core;
    this.writer = writer;
    this.disk = disk;
  }

  CompactionRound round(Agreement agreement, Pace pace) {
    try (Mutex.Hold _ = running.hold()) {
      requireGoingOn();
      if (failed.isPresent()) {
        throw failure(failed.get());
      }
      CompactionRound round = perform(agreement, pace);
      if (round.didSomething()) {
        core.metrics().compaction().count(round);
      }
      return round;
    }
  }

  private CompactionRound perform(Agreement agreement, Pace pace) {
    try {
      return core.compactor()
          .round(
              agreement,
              new Turns(),
              bytes -> {
                requireGoingOn();
                pace.moved(isBusy() ? SLOWER * bytes : bytes);
              });
    } catch (Compactor.InDoubtException e) {
      core.health().diskFailed("committing a compaction", e);
      throw failure(e);
    } catch (TooManyFilesException e) {
      throw new AumbryException(ErrorCode.OVERLOADED, "Compaction cannot open a file: " + e, e);
    } catch (IOException e) {
      // The files are unchanged, and the failed file may be unused: the store stays in service.
      failed = Optional.of(e);
      throw failure(e);
    }
  }

  /** As {@link BlobStore#reapable}. */
  List<BlobId> reapable(
      Agreement agreement, int dataCenter, UUID after, int most, Compactor.IndexPass pass) {
    requireGoingOn();
    ReapRule rule =
        new ReapRule(core.config().retention(), agreement, dataCenter, disk.time().wallMillis());
    return core.compactor().reapable(rule, after, most, new Turns(), pass);
  }

  private boolean isBusy() {
    return disk.readers().waiting() + disk.writer().waiting() > 0;
  }

  private static AumbryException failure(IOException cause) {
    return new AumbryException(
        ErrorCode.DISK_FAILED, "Compaction failed and waits for the next start: " + cause, cause);
  }

  private void requireGoingOn() {
    if (stopped) {
      throw new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, "The store is being closed");
    }
    core.health().requireWritable();
  }

  private final class Turns implements WriterTurns {
    @Override
    public void settle() {
      disk.writer().perform(writer, () -> {});
      requireGoingOn();
    }

    @Override
    public void sync() {
      makeDurable.run();
    }

    @Override
    public void forget(List<IndexEntry> entries) {
      for (int from = 0; from < entries.size() && !stopped; from += SLICE) {
        List<IndexEntry> slice = entries.subList(from, Math.min(entries.size(), from + SLICE));
        disk.writer().perform(writer, () -> writer.forget(slice));
      }
    }
  }

  /** Ends the current round and waits for it. */
  void stop() {
    stopped = true;
    try (Mutex.Hold _ = running.hold()) {
      failed = Optional.empty();
    }
  }
}
