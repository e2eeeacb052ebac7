package io.aumbry.store.index.segment;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.state.StoredState;

/** The merged state of a blob and the place of its PUT record. */
public record IndexEntry(BlobId id, StoredState state, PutPlace put) {
  /** An impossible header length marks a removal. */
  private static final PutPlace REMOVED = new PutPlace(new LogPosition(0, 0), -1, 0);

  /**
   * The place of a PUT in the log.
   *
   * @param headerLength bytes before the content; 0 if the store has no PUT record
   */
  public record PutPlace(LogPosition position, int headerLength, int contentLength) {
    public static final PutPlace NONE = new PutPlace(new LogPosition(0, 0), 0, 0);
  }

  /** Hides older entries of a blob without records in the log. */
  public static IndexEntry removal(BlobId id) {
    return new IndexEntry(id, StoredState.put(0, 0), REMOVED);
  }

  public boolean isRemoval() {
    return put.headerLength() < 0;
  }

  public boolean hasPut() {
    return put.headerLength() > 0;
  }

  /** Bytes of the PUT record. */
  public int recordLength() {
    int bytes = put.headerLength() + put.contentLength();
    return (bytes + RecordCodec.ALIGNMENT - 1) & -RecordCodec.ALIGNMENT;
  }

  public IndexEntry merge(StoredState change) {
    return new IndexEntry(id, state.merge(change), put);
  }
}
