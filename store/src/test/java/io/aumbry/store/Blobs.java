package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.NodeResponse.Known;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.BlobAccess.NewBlob;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordSummary;
import io.aumbry.store.feed.RecordTransfer;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordDraft;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.state.StoredState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Writes and reads whole blobs in tests. */
public final class Blobs {
  public static final int PARTITION = 7;
  public static final long CREATED = 1_800_000_000_000L;

  private static final BlobId.Owner OWNER = new BlobId.Owner(1, 101, 5, false);

  private Blobs() {}

  public static BlobId id(RandomGenerator random) {
    return id(PARTITION, random);
  }

  public static BlobId id(int partition, RandomGenerator random) {
    return BlobId.create(OWNER, BlobKind.SIMPLE, partition, CREATED, random);
  }

  /** Of one of several containers. */
  static BlobId idOf(int container, RandomGenerator random) {
    BlobId.Owner owner = new BlobId.Owner(1, 101, container, false);
    return BlobId.create(owner, BlobKind.SIMPLE, PARTITION, CREATED, random);
  }

  /** The error code of an action that must fail. */
  public static ErrorCode codeOf(Runnable action) {
    try {
      action.run();
    } catch (AumbryException e) {
      return e.code();
    }
    throw new AssertionError("nothing was thrown");
  }

  /** The records of another replica that a store lacks. */
  public static List<MissingRecord> lacking(
      BlobStore store, RecordBatch summaries, RequestContext context) {
    List<RecordSummary> theirs = RecordSummary.readAll(summaries.records());
    return store.lacking(theirs, context).stream().map(RecordSummary::record).toList();
  }

  /** Writes content in slices of any size, with metadata derived from the id. */
  public static WriteResult put(
      BlobStore store, BlobId id, byte[] bytes, long expiryMillis, RequestContext context) {
    RandomGenerator cuts = new java.util.SplittableRandom(bytes.length);
    try (Body content = Body.of(BytesOfTests.slices(bytes, 40_000, cuts))) {
      return store.put(newBlob(id, content, expiryMillis), content, context);
    }
  }

  public static WriteResult put(BlobStore store, BlobId id, byte[] bytes, RequestContext context) {
    return put(store, id, bytes, Expiry.NEVER, context);
  }

  /** Undeletes a blob after the known delete, or after one that the store missed. */
  public static WriteResult undelete(BlobStore store, BlobId id, long now, RequestContext context) {
    Optional<Known> found = store.look(id, context);
    if (found.isEmpty()) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    Known known = found.get();
    long deleted = known.state().deleted() ? known.changedMillis() : now;
    return store.undelete(id, new Life(known.state().lifeVersion() + 1, deleted, now), context);
  }

  public static NewBlob newBlob(BlobId id, Body content, long expiryMillis) {
    return new NewBlob(
        id, CREATED, expiryMillis, HeapBuffer.copyOf(metadata(id)), BlockChecksums.of(content));
  }

  public static byte[] metadata(BlobId id) {
    return ("of " + id).getBytes(StandardCharsets.US_ASCII);
  }

  /** Reads and closes the content. */
  public static Read read(
      BlobStore store, BlobId id, ByteRange range, ReadOptions options, RequestContext context) {
    ReadResult result = store.read(id, range, options, context);
    if (!(result instanceof ReadResult.Found found)) {
      return new Read(result, new byte[0], new byte[0]);
    }
    try (var metadata = found.header().metadata();
        var content = found.content();
        Body body = Body.readFully(content)) {
      byte[] known = new byte[metadata.size()];
      metadata.view().get(known);
      return new Read(result, known, body.toByteArray());
    }
  }

  public static Read read(BlobStore store, BlobId id, RequestContext context) {
    return read(store, id, new ByteRange.All(), ReadOptions.LIVE, context);
  }

  /** The result of a read. */
  public static final class Read {
    private final ReadResult result;
    private final byte[] metadata;
    private final byte[] content;

    Read(ReadResult result, byte[] metadata, byte[] content) {
      this.result = result;
      this.metadata = metadata;
      this.content = content;
    }

    public ReadResult result() {
      return result;
    }

    public byte[] metadata() {
      return metadata;
    }

    public byte[] content() {
      return content;
    }
  }

  /** Appends records of another store. */
  static void append(BlobStore to, RecordBatch batch, RequestContext context) {
    try (Body _ = batch.records()) {
      to.append(batch, context);
    }
  }

  /** An UNDELETE from another store. */
  static RecordBatch undeleted(BlobId id, Life life) {
    return change(
        RecordType.UNDELETE, id, new StoredState(life.version(), false, life.undeletedMillis(), 0));
  }

  /** A DELETE from another store. */
  static RecordBatch deleted(BlobId id, long millis) {
    return change(RecordType.DELETE, id, new StoredState(0, true, millis, StoredState.UNSAID));
  }

  /** The records of all batches in one. */
  static RecordBatch joined(List<RecordBatch> batches) {
    List<Buffer> records = new ArrayList<>();
    batches.forEach(batch -> records.add(HeapBuffer.copyOf(batch.records().toByteArray())));
    return new RecordBatch(Body.of(records), batches.size());
  }

  private static RecordBatch change(RecordType type, BlobId id, StoredState state) {
    Buffer record = HeapBuffer.copyOf(RecordCodec.encodeChange(type, id, state));
    return new RecordBatch(Body.of(record), 1);
  }

  /** The blobs that a replica is offered, in log order. */
  static List<BlobId> offered(BlobStore store, RequestContext context) {
    return offered(store, 0, context);
  }

  /** The offer for a replica that may have forgotten old deletes. */
  static List<BlobId> offered(BlobStore store, long forgottenMillis, RequestContext context) {
    List<BlobId> told = new ArrayList<>();
    long after = 0;
    while (after < store.lastSequence()) {
      RecordBatch batch = store.summariesAfter(after, Integer.MAX_VALUE, forgottenMillis, context);
      RecordSummary.readAll(batch.records()).forEach(summary -> told.add(summary.id()));
      assertThat(batch.last()).isGreaterThan(after);
      after = batch.last();
    }
    assertThat(sent(store, forgottenMillis, context)).isEqualTo(told);
    return told;
  }

  /** The blobs of all records in log order. */
  static List<BlobId> ofAll(BlobStore store, RequestContext context) {
    List<BlobId> ids = new ArrayList<>();
    long after = 0;
    while (after < store.lastSequence()) {
      RecordBatch batch = store.recordsAfter(after, 1000, context);
      try (Body records = batch.records()) {
        List<RecordDraft> drafts = RecordTransfer.drafts(records, batch.last());
        drafts.forEach(draft -> ids.add(draft.id()));
        drafts.forEach(RecordDraft::close);
      }
      assertThat(batch.last()).isGreaterThan(after);
      after = batch.last();
    }
    return ids;
  }

  private static List<BlobId> sent(BlobStore store, long forgottenMillis, RequestContext context) {
    List<BlobId> sent = new ArrayList<>();
    long after = 0;
    while (after < store.lastSequence()) {
      RecordBatch batch = store.offeredAfter(after, 1000, forgottenMillis, context);
      try (Body records = batch.records()) {
        List<RecordDraft> drafts = RecordTransfer.drafts(records, batch.last());
        drafts.forEach(draft -> sent.add(draft.id()));
        drafts.forEach(RecordDraft::close);
      }
      assertThat(batch.last()).isGreaterThan(after);
      after = batch.last();
    }
    return sent;
  }
}
