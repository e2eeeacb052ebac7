package io.aumbry.store.partition;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.UsagePage;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.compaction.LifeRule;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.io.WriteRequest;
import io.aumbry.store.io.WriteTarget;
import io.aumbry.store.log.LogWriter;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordDraft;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writing side of a store, on the writer thread of its disk. A record enters the index, and its
 * request is answered, when it is as durable as the store promises.
 */
public final class StoreWriter implements WriteTarget {
  private static final Logger LOG = LoggerFactory.getLogger(StoreWriter.class);

  /** With {@link SyncPolicy#WRITE}, the records that may wait for a sync. */
  private static final int MAX_UNFORCED = 10_000;

  private final StoreCore core;
  private final LogWriter log;
  private final BlobIndex index;
  private final Time time;

  /** The current group with its future index entries. */
  private final List<Staged> staged = new ArrayList<>();

  private final Map<BlobId, IndexEntry> stagedEntries = new HashMap<>();
  private final Map<BlobId, RecordDraft> stagedPuts = new HashMap<>();

  /**
   * A record with the entry that replaces the known one.
   *
   * @param behind the end of the record
   */
  private record Staged(
      long sequence,
      LogPosition position,
      LogPosition behind,
      Optional<IndexEntry> known,
      IndexEntry entry) {}

  public StoreWriter(StoreCore core, LogWriter log, Time time) {
    this.core = core;
    this.log = log;
    this.index = core.index();
    this.time = time;
  }

  @Override
  public void write(List<WriteRequest> requests) {
    index.damage().ifPresent(damage -> core.health().stop(damage));
    for (WriteRequest request : requests) {
      try {
        core.health().requireWritable();
        for (RecordDraft draft : request.drafts()) {
          request.decide(stage(request.intent(), draft));
        }
      } catch (AumbryException e) {
        request.fail(e);
      } catch (IOException e) {
        core.health().diskFailed("a write", e);
      }
    }
    try {
      if (core.health().isWritable()) {
        log.write();
      } else {
        log.discard();
      }
    } catch (IOException e) {
      core.health().diskFailed("a write", e);
    }
  }

  @Override
  public boolean isSyncDue(List<WriteRequest> requests) {
    return core.config().durability() == SyncPolicy.FSYNC
        || log.unforcedRecords() > MAX_UNFORCED
        || requests.stream().anyMatch(WriteRequest::needsSync);
  }

  @Override
  public void force() {
    if (core.health().isWritable()) {
      long start = core.time().monotonicNanos();
      try {
        log.force();
      } catch (IOException e) {
        core.health().diskFailed("a sync", e);
      }
      core.metrics().force().record(core.time().monotonicNanos() - start);
    }
  }

  @Override
  public void finish(List<WriteRequest> requests) {
    try {
      if (core.health().isWritable()) {
        publish();
      }
    } catch (IOException e) {
      core.health().diskFailed("a sync", e);
    } catch (RuntimeException | Error e) {
      // Before the answers, because the index may lack the records.
      broken(e);
    }
    forgetStaged();
    core.health().reason().ifPresent(reason -> requests.forEach(request -> request.fail(reason)));
    requests.forEach(WriteRequest::finish);
    if (core.health().isWritable() && log.isGrowthDue()) {
      core.growAhead(log);
    }
  }

  /** Syncs whatever the configured durability. */
  public void sync() {
    if (log.unforcedRecords() > 0) {
      force();
    }
    if (core.health().isWritable()) {
      showDurable();
    }
  }

  /** Peers note sequence numbers, which a crash may reassign until the records are durable. */
  private void showDurable() {
    long durable = log.durableSequence();
    if (durable > core.followers().last()) {
      core.followers().reached(durable);
    }
  }

  public void end() {
    try {
      if (core.health().isWritable()) {
        log.force();
        log.trim();
        core.leave(log.end(), log.lastSequence());
      }
    } catch (IOException e) {
      core.health().diskFailed("closing", e);
    } finally {
      core.health().closed();
    }
  }

  private WriteResult stage(WriteRequest.Intent intent, RecordDraft draft) throws IOException {
    Optional<IndexEntry> known = known(draft.id());
    return switch (intent) {
      case PUT -> stagePut(draft, known);
      case DELETE -> {
        long at = draft.state().changedMillis();
        StoredState ended = known.map(entry -> entry.state().delete(at)).orElse(draft.state());
        yield stageDelete(draft.id(), ended, known);
      }
      case DELETE_LIFE ->
          draft.state().isIrrevocable()
              ? stageIrrevocableDelete(draft, known)
              : stageDelete(draft.id(), draft.state(), known);
      case UPDATE_TTL -> stageTtlUpdate(draft, known);
      case UNDELETE -> stageUndelete(draft, known);
      case UNDELETE_AHEAD ->
          known.filter(IndexEntry::hasPut).isPresent()
              ? stageUndelete(draft, known)
              : stageAhead(draft, known);
      case REPLICATE -> stageReplica(draft, known);
    };
  }

  /**
   * A manifest comes within the limit for uploads or not at all: a store that was in step with all
   * others later than that, and does not know it, may have its chunks deleted. The same limit holds
   * for a blob that is to get a name, because a sweep looks for blobs without names after it.
   */
  private boolean isLate(BlobId id) {
    long limit = core.config().retention().uploads().toMillis();
    return (id.kind() == BlobKind.MANIFEST || id.isNamed())
        && time.wallMillis() >= id.createdMillis() + limit;
  }

  private WriteResult stagePut(RecordDraft draft, Optional<IndexEntry> known) throws IOException {
    if (isLate(draft.id()) || known.filter(entry -> entry.state().isFinal()).isPresent()) {
      return WriteResult.Refused.OTHER_CONTENT;
    }
    if (known.isPresent() && known.get().hasPut() && !core.isDamaged(known)) {
      return core.holds(known.get()) && isSameContent(draft, known.get())
          ? new NodeResponse.Done()
          : WriteResult.Refused.OTHER_CONTENT;
    }
    add(draft, known);
    return new NodeResponse.Done();
  }

  private WriteResult stageDelete(BlobId id, StoredState ended, Optional<IndexEntry> known)
      throws IOException {
    if (known.isEmpty()) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    StoredState state = known.get().state();
    int life = ended.lifeVersion();
    if (state.lifeVersion() > life || (state.lifeVersion() == life && state.deleted())) {
      return new NodeResponse.Done(state.lifeVersion());
    }
    if (!known.get().hasPut()) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    if (state.isExpiredAt(time.wallMillis())) {
      return new NodeResponse.Missing(Absence.EXPIRED);
    }
    add(RecordDraft.change(RecordType.DELETE, id, ended), known);
    return new NodeResponse.Done(life);
  }

  /**
   * A delete that no undelete can follow is stored whatever is known. It is refused when this
   * node's clock does not confirm that its time has come, so that a single wrong clock deletes
   * nothing early.
   */
  private WriteResult stageIrrevocableDelete(RecordDraft draft, Optional<IndexEntry> known)
      throws IOException {
    Retention retention = core.config().retention();
    long now = time.wallMillis();
    int life = draft.state().lifeVersion();
    if (known.filter(e -> e.state().deleted() && e.state().lifeVersion() >= life).isPresent()) {
      return new NodeResponse.Done(known.get().state().lifeVersion());
    }
    BlobId id = draft.id();
    boolean isEarly = draft.state().changedMillis() > now + retention.clockSkew().toMillis();
    boolean isAlive =
        id.kind().isPublic()
            && known.filter(entry -> !LifeRule.hasEnded(entry, retention, now)).isPresent();
    boolean mayCome = id.kind() == BlobKind.MANIFEST && known.isEmpty() && !isLate(id);
    if (isEarly || isAlive || mayCome) {
      return WriteResult.Refused.OTHER_CONTENT;
    }
    add(draft, known);
    return new NodeResponse.Done(life);
  }

  private WriteResult stageTtlUpdate(RecordDraft draft, Optional<IndexEntry> known)
      throws IOException {
    if (known.isEmpty()) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    StoredState state = known.get().state();
    if (state.deleted()) {
      return new NodeResponse.Missing(Absence.DELETED);
    }
    if (!known.get().hasPut()) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    if (state.isExpiredAt(time.wallMillis())) {
      return new NodeResponse.Missing(Absence.EXPIRED);
    }
    if (state.expiryMillis() != Expiry.NEVER) {
      add(RecordDraft.change(RecordType.TTL_UPDATE, draft.id(), state.keepForever()), known);
    }
    return new NodeResponse.Done(state.lifeVersion());
  }

  /**
   * After the retention any replica may have dropped the bytes. A replica with damaged bytes
   * refuses too, because it must not count as a copy.
   */
  private WriteResult stageUndelete(RecordDraft draft, Optional<IndexEntry> known)
      throws IOException {
    if (known.isEmpty()) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    StoredState state = known.get().state();
    int life = draft.state().lifeVersion();
    long now = time.wallMillis();
    long until = state.changedMillis() + core.config().retention().deleted().toMillis();
    boolean overAsWell = state.lifeVersion() >= life;
    if (state.deleted() && (overAsWell || now >= until || !core.holds(known.get()))) {
      return new NodeResponse.Missing(Absence.DELETED);
    }
    if (!known.get().hasPut()) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    if (state.isExpiredAt(now)) {
      return new NodeResponse.Missing(Absence.EXPIRED);
    }
    if (!core.hasBytes(known.get())) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD, "The record of " + draft.id() + " is damaged");
    }
    if (state.lifeVersion() < life) {
      // Includes the expiry, because it may outlive the other records of the blob.
      StoredState next = draft.state().merge(state);
      add(RecordDraft.change(draft.type(), draft.id(), next), known);
    }
    return new NodeResponse.Done(Math.max(life, state.lifeVersion()));
  }

  /** The caller has verified that another replica has the bytes. */
  private WriteResult stageAhead(RecordDraft draft, Optional<IndexEntry> known) throws IOException {
    StoredState state = known.map(IndexEntry::state).orElse(draft.state());
    int life = draft.state().lifeVersion();
    if (state.deleted() && state.lifeVersion() >= life) {
      return new NodeResponse.Missing(Absence.DELETED);
    }
    if (known.isEmpty() || state.lifeVersion() < life) {
      add(draft, known);
    }
    return new NodeResponse.Done(Math.max(life, state.lifeVersion()));
  }

  private WriteResult stageReplica(RecordDraft draft, Optional<IndexEntry> known)
      throws IOException {
    boolean isPut = draft.type() == RecordType.PUT;
    if (core.isNew(isPut, draft.state(), known)) {
      add(draft, known);
      if (!isPut) {
        core.quarantine().took(draft.id(), draft.state());
      }
    } else if (isPut
        && core.holds(known.orElseThrow())
        && !isSameContent(draft, known.orElseThrow())) {
      LOG.atError()
          .addKeyValue("blob", draft.id())
          .log("another replica has different bytes for this id; the local bytes stay");
    }
    return new NodeResponse.Done();
  }

  private Optional<IndexEntry> known(BlobId id) throws IOException {
    IndexEntry entry = stagedEntries.get(id);
    return entry != null ? Optional.of(entry) : index.find(id);
  }

  private boolean isSameContent(RecordDraft draft, IndexEntry known) throws IOException {
    RecordDraft pending = stagedPuts.get(draft.id());
    if (draft.content().size() != known.put().contentLength()) {
      return false;
    }
    return pending != null
        ? pending.checksums().equals(draft.checksums())
        : core.reads(ReadMode.WAIT).checksumsOf(known).equals(draft.checksums());
  }

  private void add(RecordDraft draft, Optional<IndexEntry> known) throws IOException {
    if (log.isSegmentFullFor(draft.recordLength())) {
      startSegment();
    }
    core.requireRoomInIndex(draft.type());
    LogPosition position = log.add(draft);
    PutPlace place =
        draft.type() == RecordType.PUT
            ? new PutPlace(position, draft.headerLength(), draft.content().size())
            : known.map(IndexEntry::put).orElse(PutPlace.NONE);
    boolean wasAlive = known.filter(entry -> !entry.state().deleted()).isPresent();
    if (draft.type() == RecordType.DELETE && wasAlive && place.headerLength() > 0) {
      long length = (long) place.headerLength() + place.contentLength();
      core.compactor().died(place.position(), length, draft.state());
    }
    StoredState state =
        known.map(entry -> entry.state().merge(draft.state())).orElse(draft.state());
    IndexEntry entry = new IndexEntry(draft.id(), state, place);
    staged.add(new Staged(log.lastSequence(), position, log.end(), known, entry));
    stagedEntries.put(draft.id(), entry);
    if (draft.type() == RecordType.PUT) {
      stagedPuts.put(draft.id(), draft);
    }
  }

  /** Recovery relies on this: all records of a segment are durable before the next begins. */
  private void startSegment() throws IOException {
    log.write();
    log.force();
    publish();
    log.startSegment();
  }

  private void publish() throws IOException {
    // Before the index: a reader of the effect may tell peers that they have the published records.
    showDurable();
    boolean full = false;
    for (Staged record : staged) {
      index.put(record.known(), record.entry());
      core.compactor().changed(record.entry());
      if (index.cover(record.sequence(), record.position(), record.behind())) {
        endIndexPart();
        full = true;
      }
    }
    staged.clear();
    core.followers().answered(log.lastSequence());
    showDurable();
    if (full) {
      index.usage().dropEnded(time.wallMillis());
      core.seal();
    }
  }

  /**
   * The usage of the containers after one of them.
   *
   * @throws AumbryException {@code REPLICA_UNAVAILABLE} while it is counted again
   */
  public UsagePage usage(UsagePage.From after, int most) {
    Optional<UsagePage> page = index.usage().page(after, most, time.wallMillis());
    if (page.isEmpty()) {
      countUsage();
      throw new AumbryException(
          ErrorCode.REPLICA_UNAVAILABLE, "The usage of containers is being counted again");
    }
    return page.get();
  }

  /** Begins to count the usage of containers if it is unknown. */
  public void countUsage() {
    if (index.usage().isCountDue()) {
      seal(() -> index.countUsage(time.wallMillis()));
    }
  }

  /** Has the index sealed up to a record, soon. */
  public void seal(long sequence) {
    if (sequence >= index.newest().firstSequence()) {
      seal(() -> {});
    } else if (index.unsealed() > 0) {
      core.seal();
    }
  }

  private void seal(Runnable between) {
    if (core.health().isWritable()) {
      try {
        endIndexPart();
        between.run();
        core.seal();
      } catch (IOException e) {
        core.health().diskFailed("a sync", e);
      }
    }
  }

  /** The log must be durable before the index segment that covers it. */
  private void endIndexPart() throws IOException {
    log.force();
    index.freeze();
  }

  /** Removes entries of dropped records, unless they have changed. */
  public void forget(List<IndexEntry> entries) {
    try {
      for (IndexEntry entry : entries) {
        boolean unchanged = index.find(entry.id()).filter(entry::equals).isPresent();
        if (unchanged && !core.holds(entry) && core.health().isWritable()) {
          index.remove(entry);
        }
        if (index.isFull()) {
          seal(() -> {});
        }
      }
    } catch (IOException e) {
      core.health().diskFailed("a sync", e);
    }
  }

  private void forgetStaged() {
    staged.clear();
    stagedEntries.clear();
    stagedPuts.clear();
  }

  @Override
  public void broken(Throwable cause) {
    log.discard();
    core.health().diskFailed("the writer", cause);
  }
}
