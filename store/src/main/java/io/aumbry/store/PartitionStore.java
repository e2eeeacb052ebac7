package io.aumbry.store;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.LogReads.Start;
import io.aumbry.store.index.IndexEntry;
import io.aumbry.store.log.RecordCodec;
import io.aumbry.store.log.RecordDraft;
import io.aumbry.store.log.RecordType;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;

/** A store as its callers see it: what they ask is handed to the threads of the disk. */
final class PartitionStore implements BlobStore {
  private final int partition;
  private final StoreParts parts;
  private final StoreWriter writer;
  private final DiskParts disk;
  private final RecordRange range;

  /** Guards the end, which whoever opens the same files again must wait for. */
  private final Object ending = new Object();

  private boolean ended;
  private volatile boolean closed;

  PartitionStore(int partition, StoreParts parts, StoreWriter writer, DiskParts disk) {
    this.partition = partition;
    this.parts = parts;
    this.writer = writer;
    this.disk = disk;
    this.range = new RecordRange(parts, disk.buffers());
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public UUID id() {
    return parts.log().store();
  }

  /** The content is proved on the caller's thread: the writer is what all callers share. */
  @Override
  public WriteResult put(NewBlob blob, Body content, RequestContext context) {
    parts.health().requireWritable();
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
    parts.health().requireWritable();
    requireHere(id);
    StoredState state = new StoredState(0, true, deletedMillis, StoredState.UNSAID);
    RecordDraft draft = RecordDraft.change(RecordType.DELETE, id, state);
    return write(new WriteRequest(WriteRequest.Intent.DELETE, List.of(draft)), context);
  }

  @Override
  public ReadResult read(BlobId id, ByteRange wanted, ReadOptions options, RequestContext context) {
    long now = disk.time().wallMillis();
    Start start =
        disk.readers()
            .submit(
                () -> parts.reads().start(id, wanted, entry -> isVisible(entry, options, now)),
                Start::discard)
            .await(context);
    return switch (start) {
      case Start.NoBlob() -> notFound();
      case Start.Known(IndexEntry entry) -> unreadable(entry, options, now);
      case Start.Begun begun ->
          new ReadResult.Found(
              begun.entry().state().toBlobState(),
              begun.metadata(),
              begun.entry().put().contentLength(),
              begun.from(),
              begun.to() - begun.from(),
              begun.checksums(),
              new ContentSource(begun, parts.reads(), disk.readers(), context));
    };
  }

  private static boolean isVisible(IndexEntry entry, ReadOptions options, long now) {
    StoredState state = entry.state();
    return (options.includeDeleted() || !state.deleted())
        && (options.includeExpired() || !state.isExpiredAt(now));
  }

  /** A store that has lost records does not know what it never had. */
  private ReadResult notFound() {
    parts.health().requireComplete();
    return new ReadResult.Missing(Absence.NOT_FOUND);
  }

  private ReadResult unreadable(IndexEntry entry, ReadOptions options, long now) {
    StoredState state = entry.state();
    if (state.deleted() && !options.includeDeleted()) {
      return new ReadResult.Missing(Absence.DELETED);
    }
    if (!entry.hasPut()) {
      return notFound();
    }
    return state.isExpiredAt(now) && !options.includeExpired()
        ? new ReadResult.Missing(Absence.EXPIRED)
        : new ReadResult.Unsatisfiable(entry.put().contentLength());
  }

  @Override
  public long lastSequence() {
    return parts.followers().last();
  }

  @Override
  public RecordBatch recordsAfter(long after, int maxBytes, RequestContext context) {
    if (after >= lastSequence()) {
      return new RecordBatch(Body.empty(), after);
    }
    return disk.readers()
        .submit(() -> range.read(after, maxBytes), batch -> batch.records().close())
        .await(context);
  }

  @Override
  public RecordBatch summariesAfter(long after, int maxBytes, RequestContext context) {
    if (after >= lastSequence()) {
      return new RecordBatch(Body.empty(), after);
    }
    return disk.readers()
        .submit(() -> range.summaries(after, maxBytes), batch -> batch.records().close())
        .await(context);
  }

  @Override
  public List<Lack> lacking(RecordBatch summaries, RequestContext context) {
    List<RecordSummary> theirs = RecordSummary.readAll(summaries.records());
    return disk.readers().submit(() -> lacking(theirs), lacks -> {}).await(context);
  }

  private List<Lack> lacking(List<RecordSummary> theirs) {
    return theirs.stream()
        .filter(summary ->
            ReplicaRules.isNew(summary.isPut(), summary.state(), parts.index().find(summary.id())))
        .map(RecordSummary::record)
        .toList();
  }

  @Override
  public void awaitRecordAfter(long after, RequestContext context) {
    parts.followers().await(after, context);
  }

  @Override
  public void append(RecordBatch batch, RequestContext context) {
    parts.health().requireWritable();
    List<RecordDraft> drafts = RecordTransfer.drafts(batch.records());
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
  public long bytesOnDisk() {
    return parts.log().bytesOnDisk() + parts.index().bytesOnDisk();
  }

  /** Whoever calls this, also as the second, returns when the files are no longer in use. */
  @Override
  public void close() {
    closed = true;
    synchronized (ending) {
      if (!ended) {
        ended = true;
        end();
      }
    }
  }

  private void end() {
    disk.writer().perform(writer, writer::end);
    Mailbox<Boolean> helped = new Mailbox<>();
    disk.helper().submit(() -> helped.post(true));
    helped.take();
    try {
      parts.log().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isClosed() {
    return closed;
  }

  void sync() {
    disk.writer().perform(writer, writer::sync);
  }

  private WriteResult write(WriteRequest request, RequestContext context) {
    if (isClosed()) {
      request.release();
      throw new AumbryException(
          ErrorCode.REPLICA_UNAVAILABLE, "The store of partition " + partition + " is closed");
    }
    disk.writer().submit(writer, request);
    return request.await(context);
  }

  private void requireHere(BlobId id) {
    if (id.partition() != partition) {
      throw new AumbryException(
          ErrorCode.UNKNOWN_PARTITION, id + " is of another partition than " + partition);
    }
  }

  private void requireFits(RecordDraft draft) {
    if (draft.recordLength() > parts.log().maxRecord()) {
      throw new AumbryException(
          ErrorCode.BLOB_TOO_LARGE,
          "The record has "
              + draft.recordLength()
              + " bytes, a segment of the log holds "
              + parts.log().maxRecord());
    }
  }
}
