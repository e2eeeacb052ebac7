package io.aumbry.store;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.NodeResponse.Known;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.message.UsagePage;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Mutex;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.CompactionRound;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.compaction.StoreUsage;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.entropy.ReplicaComparison;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordRange;
import io.aumbry.store.feed.RecordSummary;
import io.aumbry.store.feed.RecordTransfer;
import io.aumbry.store.feed.StoreComparison;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.io.DiskCall;
import io.aumbry.store.io.WriteRequest;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.Pace;
import io.aumbry.store.partition.DiskServices;
import io.aumbry.store.partition.Openings;
import io.aumbry.store.partition.StoreCore;
import io.aumbry.store.partition.StoreFolder;
import io.aumbry.store.partition.StoreWriter;
import io.aumbry.store.partition.SyncPolicy;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordDraft;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.scrub.Quarantine;
import io.aumbry.store.scrub.StoreScrub;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Passes the work of its callers to the threads of the disk. */
final class PartitionStore implements BlobStore {
  private final int partition;
  private final StoreCore core;
  private final StoreWriter writer;
  private final DiskServices disk;
  private final Openings openings;
  private final BlobReads reads;
  private final RecordRange range;
  private final StoreCompaction compaction;
  private final StoreScrub scrub;
  private final StoreComparison comparison;

  /** Guards {@link #ended}. A later opening of the same files waits for it. */
  private final Mutex ending = new Mutex();

  private boolean ended;
  private volatile boolean closed;

  PartitionStore(
      int partition, StoreCore core, StoreWriter writer, DiskServices disk, Openings openings) {
    this.partition = partition;
    this.core = core;
    this.writer = writer;
    this.disk = disk;
    this.openings = openings;
    this.reads = new BlobReads(core, disk);
    this.compaction = new StoreCompaction(core, writer, disk, this::makeDurable);
    this.scrub =
        new StoreScrub(
            partition,
            core.log(),
            core.index(),
            core.quarantine(),
            scrubbed(),
            core.compactor()::isOver,
            disk.metrics().scrub());
    this.comparison = new StoreComparison(partition, core, disk.readers());
    this.range = new RecordRange(core, disk.buffers(), disk.time());
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public UUID id() {
    return core.log().store();
  }

  @Override
  public Openings openings() {
    return openings;
  }

  /** Verifies the content on the caller's thread, because all callers share the writer. */
  @Override
  public WriteResult put(NewBlob blob, Body content, RequestContext context) {
    core.health().requireWritable();
    requireHere(blob.id());
    StoredState state = StoredState.put(blob.creationMillis(), blob.expiryMillis());
    RecordDraft draft =
        new RecordDraft(
            RecordType.PUT, blob.id(), state, blob.metadata(), blob.checksums(), content);
    RecordCodec.check(draft);
    requireFits(draft);
    blob.metadata().retain();
    content.retain();
    return write(new WriteRequest(WriteRequest.Intent.PUT, List.of(draft)), context);
  }

  @Override
  public WriteResult delete(BlobId id, long deletedMillis, RequestContext context) {
    StoredState state = new StoredState(0, true, deletedMillis, StoredState.UNSAID);
    return change(
        WriteRequest.Intent.DELETE, RecordDraft.change(RecordType.DELETE, id, state), context);
  }

  @Override
  public WriteResult deleteLife(
      BlobId id, int lifeVersion, long deletedMillis, RequestContext context) {
    long earliest = disk.time().wallMillis() - core.config().retention().clockSkew().toMillis();
    long dated = Math.max(deletedMillis, earliest);
    StoredState state = new StoredState(lifeVersion, true, dated, StoredState.UNSAID);
    return change(
        WriteRequest.Intent.DELETE_LIFE, RecordDraft.change(RecordType.DELETE, id, state), context);
  }

  @Override
  public WriteResult updateTtl(BlobId id, RequestContext context) {
    StoredState state = new StoredState(0, false, StoredState.UNSAID, Expiry.NEVER);
    return change(
        WriteRequest.Intent.UPDATE_TTL,
        RecordDraft.change(RecordType.TTL_UPDATE, id, state),
        context);
  }

  @Override
  public WriteResult undelete(BlobId id, Life life, RequestContext context) {
    return undelete(WriteRequest.Intent.UNDELETE, id, life, context);
  }

  @Override
  public WriteResult undeleteAhead(BlobId id, Life life, RequestContext context) {
    return undelete(WriteRequest.Intent.UNDELETE_AHEAD, id, life, context);
  }

  private WriteResult undelete(
      WriteRequest.Intent intent, BlobId id, Life life, RequestContext context) {
    long retention = core.config().retention().deleted().toMillis();
    if (disk.time().wallMillis() >= life.deletedMillis() + retention) {
      return new NodeResponse.Missing(Absence.DELETED);
    }
    StoredState deleted =
        new StoredState(life.version() - 1, true, life.deletedMillis(), StoredState.UNSAID);
    StoredState state = deleted.undelete(life.undeletedMillis());
    return change(intent, RecordDraft.change(RecordType.UNDELETE, id, state), context);
  }

  private WriteResult change(
      WriteRequest.Intent intent, RecordDraft draft, RequestContext context) {
    core.health().requireWritable();
    requireHere(draft.id());
    return write(new WriteRequest(intent, List.of(draft)), context);
  }

  @Override
  public Optional<Known> look(BlobId id, RequestContext context) {
    return reads.look(id, context);
  }

  @Override
  public ReadResult read(BlobId id, ByteRange wanted, ReadOptions options, RequestContext context) {
    return reads.read(id, wanted, options, context);
  }

  @Override
  public boolean isToBeRenewed() {
    return !closed && core.index().damage().isPresent();
  }

  @Override
  public void requireComplete() {
    core.health().requireComplete();
  }

  @Override
  public long lastSequence() {
    return core.followers().last();
  }

  @Override
  public long newestSequence() {
    return core.followers().newest();
  }

  @Override
  public RecordBatch recordsAfter(long after, int maxBytes, RequestContext context) {
    return after(after, () -> range.read(after, maxBytes), context);
  }

  @Override
  public RecordBatch offeredAfter(
      long after, int maxBytes, long forgottenMillis, RequestContext context) {
    return after(after, () -> range.offered(after, maxBytes, forgottenMillis), context);
  }

  private RecordBatch after(long after, DiskCall.Work<RecordBatch> read, RequestContext context) {
    return after >= lastSequence()
        ? new RecordBatch(Body.empty(), after)
        : disk.readers().submit(read, batch -> batch.records().close()).await(context);
  }

  @Override
  public long bytesAfter(long after) {
    return range.bytesAfter(after);
  }

  @Override
  public RecordBatch summariesAfter(
      long after, int maxBytes, long forgottenMillis, RequestContext context) {
    return after(after, () -> range.summaries(after, maxBytes, forgottenMillis), context);
  }

  @Override
  public List<RecordSummary> lacking(List<RecordSummary> theirs, RequestContext context) {
    List<RecordSummary> lacks =
        disk.readers().read(mode -> lacking(theirs, mode), none -> {}, context);
    if (lacks.size() < theirs.size()) {
      // The caller never requests known records again, so they must be durable here.
      makeDurable(context);
    }
    return lacks;
  }

  @Override
  public void makeDurable(RequestContext context) {
    if (core.config().durability() == SyncPolicy.WRITE) {
      write(new WriteRequest(WriteRequest.Intent.REPLICATE, List.of()), context);
    }
  }

  private List<RecordSummary> lacking(List<RecordSummary> theirs, ReadMode mode)
      throws IOException {
    List<RecordSummary> lacks = new ArrayList<>();
    for (RecordSummary summary : theirs) {
      if (lacks(summary, mode)) {
        lacks.add(summary);
      }
    }
    return lacks;
  }

  private boolean lacks(RecordSummary summary, ReadMode mode) throws IOException {
    Optional<IndexEntry> known = core.index().find(summary.id(), mode);
    return core.isNew(summary.isPut(), summary.state(), known);
  }

  @Override
  public void awaitRecordAfter(long after, RequestContext context) {
    core.followers().await(after, context);
  }

  @Override
  public void append(RecordBatch batch, RequestContext context) {
    core.health().requireWritable();
    List<RecordDraft> drafts = RecordTransfer.drafts(batch.records(), batch.last());
    WriteRequest request = new WriteRequest(WriteRequest.Intent.REPLICATE, drafts);
    try {
      drafts.forEach(draft -> requireHere(draft.id()));
      drafts.forEach(this::requireFits);
    } catch (AumbryException e) {
      request.release();
      throw e;
    }
    write(request, context);
  }

  @Override
  public CompactionRound compact(Agreement agreement, Pace pace) {
    return compaction.round(agreement, pace);
  }

  @Override
  public List<BlobId> reapable(
      Agreement agreement, int dataCenter, UUID after, int most, RequestContext context) {
    IndexSearch search = new IndexSearch(partition, core, disk, context);
    return compaction.reapable(agreement, dataCenter, after, most, search);
  }

  @Override
  public StoreUsage usage() {
    return core.compactor().usage();
  }

  @Override
  public UsagePage containers(UsagePage.From after, int most, RequestContext context) {
    if (isClosed()) {
      throw closed();
    }
    return onWriter(() -> writer.usage(after, most)).await(context);
  }

  /** In the background, and only if the usage is unknown. */
  void countUsage() {
    onWriter(() -> {
      writer.countUsage();
      return true;
    });
  }

  private <T> DiskCall<T> onWriter(DiskCall.Work<T> work) {
    DiskCall<T> call = new DiskCall<>(work, _ -> {}, disk.guard());
    disk.writer().submit(call);
    return call;
  }

  @Override
  public void resume(long inSyncMillis) {
    core.compactor().resume(inSyncMillis);
  }

  @Override
  public void readAgain(long damages) {
    core.quarantine().readAgain(damages);
  }

  @Override
  public Damaged damaged() {
    Quarantine known = core.quarantine();
    return new Damaged(known.version(), known.open(), known.peersReadAgain());
  }

  @Override
  public Retention retention() {
    return core.config().retention();
  }

  @Override
  public ReplicaComparison comparison() {
    return comparison;
  }

  void failed(String what, Exception cause) {
    core.health().diskFailed(what, cause);
  }

  StoreScrub scrub() {
    return scrub;
  }

  /** Bytes of the log files before the file with this record. */
  long bytesBefore(long sequence) {
    return core.log().bytesBefore(sequence);
  }

  private void verifyIdentity() throws IOException {
    StoreFolder folder = new StoreFolder(partition);
    String path = folder.path() + "/" + StoreFolder.IDENTITY;
    try (DiskFile file = disk.disk().openUncached(path)) {
      FileMark mark = FileMark.read(file, FileMark.STORE, path);
      if (mark.number() != partition || !mark.owner().equals(id())) {
        throw new AumbryException(
            ErrorCode.CORRUPT_RECORD,
            path + " belongs to store " + mark.owner() + ", not to " + id());
      }
    } catch (NoSuchFileException e) {
      throw new AumbryException(ErrorCode.CORRUPT_RECORD, path + " is missing", e);
    }
  }

  @Override
  public long bytesOnDisk() {
    return core.log().bytesOnDisk() + core.index().bytesOnDisk();
  }

  /**
   * Returns when the files are no longer in use, also to a second caller. Leaves the files of a
   * disk that is out of service untouched.
   */
  @Override
  public void close() {
    closed = true;
    DiskGuard guard = disk.guard();
    guard.remove(core.health());
    if (guard.isInService()) {
      disk.readers().carry(this::endOnce, _ -> {});
    }
  }

  private boolean endOnce() throws IOException {
    try (Mutex.Hold _ = ending.hold()) {
      if (!ended) {
        ended = true;
        end();
      }
      return ended;
    }
  }

  private void end() throws IOException {
    compaction.stop();
    disk.writer().perform(writer, writer::end);
    Mailbox<Boolean> helped = new Mailbox<>();
    disk.helper().submit(() -> helped.post(true));
    helped.take();
    core.quarantine().close();
    core.index().close();
    core.log().close();
  }

  boolean isClosed() {
    return closed;
  }

  void sync() {
    disk.writer().perform(writer, writer::sync);
  }

  /** Makes acknowledged changes durable before a caller relies on them. */
  private void makeDurable() {
    if (core.config().durability() == SyncPolicy.WRITE) {
      sync();
      core.health().requireWritable();
    }
  }

  private StoreScrub.Owner scrubbed() {
    return new StoreScrub.Owner() {
      @Override
      public void verifyIdentity() throws IOException {
        PartitionStore.this.verifyIdentity();
      }

      @Override
      public boolean isWritable() {
        return core.health().isWritable();
      }

      @Override
      public void sync() {
        makeDurable();
      }

      @Override
      public void seal(long sequence) {
        disk.writer().perform(writer, () -> writer.seal(sequence));
      }
    };
  }

  private WriteResult write(WriteRequest request, RequestContext context) {
    if (isClosed()) {
      request.release();
      throw closed();
    }
    disk.writer().submit(writer, request);
    return request.await(context, disk.guard());
  }

  private AumbryException closed() {
    return new AumbryException(
        ErrorCode.REPLICA_UNAVAILABLE, "The store of partition " + partition + " is closed");
  }

  private void requireHere(BlobId id) {
    if (id.partition() != partition) {
      throw new AumbryException(
          ErrorCode.UNKNOWN_PARTITION,
          id + " belongs to partition " + id.partition() + ", not to " + partition);
    }
  }

  private void requireFits(RecordDraft draft) {
    if (draft.recordLength() > core.log().maxRecord()) {
      throw new AumbryException(
          ErrorCode.BLOB_TOO_LARGE,
          "The record takes "
              + draft.recordLength()
              + " bytes; the limit of a log segment is "
              + core.log().maxRecord());
    }
  }
}
