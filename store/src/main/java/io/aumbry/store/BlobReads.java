package io.aumbry.store;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.NodeResponse.Known;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.compaction.LifeRule;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.partition.DiskServices;
import io.aumbry.store.partition.LogReads.Start;
import io.aumbry.store.partition.ReadAheadSource;
import io.aumbry.store.partition.StoreCore;
import io.aumbry.store.state.StoredState;
import java.util.Optional;

/** Client reads of one store. Thread-safe. */
record BlobReads(StoreCore core, DiskServices disk) {
  Optional<Known> look(BlobId id, RequestContext context) {
    Optional<IndexEntry> found =
        disk.readers().read(mode -> core.index().find(id, mode), entry -> {}, context);
    if (found.isEmpty()) {
      core.health().requireComplete();
    }
    return found.map(this::known);
  }

  private Known known(IndexEntry entry) {
    return new Known(
        entry.state().toBlobState(),
        entry.state().changedMillis(),
        core.hasBytes(entry),
        LifeRule.hasEnded(entry, core.config().retention(), disk.time().wallMillis()));
  }

  ReadResult read(BlobId id, ByteRange wanted, ReadOptions options, RequestContext context) {
    long now = disk.time().wallMillis();
    Start start =
        disk.readers()
            .read(
                mode -> core.reads(mode).start(id, wanted, entry -> isVisible(entry, options, now)),
                Start::discard,
                context);
    return switch (start) {
      case Start.NoBlob() -> notFound();
      case Start.Known(IndexEntry entry) -> unreadable(entry, options, now);
      case Start.Begun begun ->
          new ReadResult.Found(
              new NodeResponse.Found(
                  begun.entry().state().toBlobState(),
                  begun.metadata(),
                  begun.entry().put().contentLength(),
                  begun.from(),
                  begun.to() - begun.from(),
                  begun.checksums()),
              new ReadAheadSource(begun, core.reads(ReadMode.WAIT), disk.readers(), context));
    };
  }

  private static boolean isVisible(IndexEntry entry, ReadOptions options, long now) {
    StoredState state = entry.state();
    return !options.hides(state) && (options.includeExpired() || !state.isExpiredAt(now));
  }

  /** An incomplete store cannot deny a blob: it may have lost the record. */
  private ReadResult notFound() {
    core.health().requireComplete();
    return new NodeResponse.Missing(Absence.NOT_FOUND);
  }

  private ReadResult unreadable(IndexEntry entry, ReadOptions options, long now) {
    StoredState state = entry.state();
    if (options.hides(state)) {
      return ended(Absence.DELETED, state);
    }
    if (!entry.hasPut()) {
      return notFound();
    }
    if (state.isExpiredAt(now) && !options.includeExpired()) {
      return ended(Absence.EXPIRED, state);
    }
    return core.holds(entry)
        ? new NodeResponse.Unsatisfiable(entry.put().contentLength())
        : compacted(entry, now);
  }

  private static ReadResult ended(Absence absence, StoredState state) {
    return new NodeResponse.Missing(absence, state.lifeVersion());
  }

  /** Compaction drops only ended blobs, so missing bytes of a live blob are a corruption. */
  private static ReadResult compacted(IndexEntry entry, long now) {
    if (entry.state().deleted()) {
      return ended(Absence.DELETED, entry.state());
    }
    if (entry.state().isExpiredAt(now)) {
      return ended(Absence.EXPIRED, entry.state());
    }
    throw new AumbryException(
        ErrorCode.CORRUPT_RECORD,
        "The log no longer has the record of " + entry.id() + " at " + entry.put().position());
  }
}
