package io.aumbry.store.feed;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.NodeRequest.Compare.Living;
import io.aumbry.protocol.message.NodeRequest.Compare.Scope;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.entropy.KnownBlob;
import io.aumbry.store.entropy.LeftOut;
import io.aumbry.store.entropy.RangeDigest;
import io.aumbry.store.entropy.RangeReader;
import io.aumbry.store.entropy.ReplicaComparison;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.io.DiskReaders;
import io.aumbry.store.partition.StoreCore;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public final class StoreComparison implements ReplicaComparison {
  private final StoreCore core;
  private final DiskReaders readers;
  private final RangeReader ranges;

  public StoreComparison(int partition, StoreCore core, DiskReaders readers) {
    this.core = core;
    this.readers = readers;
    this.ranges =
        new RangeReader((range, visitor) ->
            core.index().scan(range, partition, entry -> visitor.test(known(entry))));
  }

  private KnownBlob known(IndexEntry entry) {
    return KnownBlob.of(entry, isHeld(entry));
  }

  private boolean isHeld(IndexEntry entry) {
    return core.holds(entry) && !core.isDamaged(Optional.of(entry));
  }

  @Override
  public Scope scope(long wallMillis) {
    Retention retention = core.config().retention();
    return new Scope(
        wallMillis - retention.deleted().toMillis(), wallMillis - retention.expired().toMillis());
  }

  private LeftOut leftOut(Scope scope) {
    return LeftOut.of(scope, core.config().retention());
  }

  @Override
  public boolean mayBeForgotten(BlobId id, long wallMillis) {
    return id.createdMillis() <= wallMillis - core.config().retention().known().toMillis();
  }

  @Override
  public List<Share> cut(IdRange within, int most, Scope scope, RequestContext context) {
    return readers.submit(() -> ranges.cut(within, most, leftOut(scope)), _ -> {}).await(context);
  }

  @Override
  public List<RangeDigest> digests(List<IdRange> asked, Scope scope, RequestContext context) {
    return readers.submit(() -> ranges.digests(asked, leftOut(scope)), _ -> {}).await(context);
  }

  @Override
  public Listing list(IdRange range, int most, RequestContext context) {
    return readers.submit(() -> ranges.list(range, most), _ -> {}).await(context);
  }

  @Override
  public BlobPage living(Living question, long wallMillis, RequestContext context) {
    return readers.submit(() -> ranges.living(question, wallMillis), _ -> {}).await(context);
  }

  @Override
  public Differences compare(IdRange range, Listing theirs, Scope scope, RequestContext context) {
    return readers
        .submit(() -> ranges.compare(range, theirs, leftOut(scope)), _ -> {})
        .await(context);
  }

  @Override
  public Recalled recall(List<BlobId> ids, int maxBytes, RequestContext context) {
    return readers
        .submit(() -> recall(ids, maxBytes), recalled -> recalled.records().close())
        .await(context);
  }

  private Recalled recall(List<BlobId> ids, int maxBytes) throws IOException {
    List<Buffer> records = new ArrayList<>();
    long bytes = 0;
    int covered = 0;
    try {
      for (BlobId id : ids) {
        Optional<IndexEntry> entry = core.index().find(id);
        long next = entry.map(IndexEntry::recordLength).orElse(0);
        if (!records.isEmpty() && bytes + next > maxBytes) {
          break;
        }
        if (entry.isPresent()) {
          records.addAll(recordsOf(entry.get()));
          bytes += next;
        }
        covered++;
      }
      return new Recalled(Body.of(records), covered);
    } catch (IOException | RuntimeException | Error e) {
      records.forEach(Buffer::close);
      throw e;
    }
  }

  /** The PUT, if its bytes are held, and changes that express the state. */
  private List<Buffer> recordsOf(IndexEntry entry) throws IOException {
    StoredState state = entry.state();
    List<Buffer> records = new ArrayList<>();
    if (isHeld(entry)) {
      putOf(entry).ifPresent(records::add);
    }
    if (state.expiryMillis() == Expiry.NEVER) {
      StoredState kept = new StoredState(0, false, StoredState.UNSAID, Expiry.NEVER);
      records.add(change(RecordType.TTL_UPDATE, entry.id(), kept));
    }
    if (state.deleted() || state.lifeVersion() > 0) {
      RecordType type = state.deleted() ? RecordType.DELETE : RecordType.UNDELETE;
      StoredState said =
          new StoredState(
              state.lifeVersion(), state.deleted(), state.changedMillis(), StoredState.UNSAID);
      records.add(change(type, entry.id(), said));
    }
    return records;
  }

  /** Empty if the record turns out to be damaged. */
  private Optional<Buffer> putOf(IndexEntry entry) throws IOException {
    try {
      return Optional.of(core.reads(ReadMode.WAIT).record(entry));
    } catch (AumbryException e) {
      if (e.code() != ErrorCode.CORRUPT_RECORD) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static Buffer change(RecordType type, BlobId id, StoredState state) {
    return HeapBuffer.copyOf(RecordCodec.encodeChange(type, id, state));
  }
}
