package io.aumbry.store.index.segment;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.state.StoredState;

/** All that the records of a blob say together, and where its bytes are. */
public record IndexEntry(BlobId id, StoredState state, PutPlace put) {
  /** No length of a header; says that the entry only hides older ones. */
  private static final PutPlace REMOVED = new PutPlace(new LogPosition(0, 0), -1, 0);

  /**
   * Where the record with the bytes is.
   *
   * @param headerLength bytes before the content; 0 when there is no such record here
   */
  public record PutPlace(LogPosition position, int headerLength, int contentLength) {
    /** The bytes have not come, only word of what became of them. */
    public static final PutPlace NONE = new PutPlace(new LogPosition(0, 0), 0, 0);
  }

  /** Hides the older entries of a blob of which the log has no record any more. */
  public static IndexEntry removal(BlobId id) {
    return new IndexEntry(id, StoredState.put(0, 0), REMOVED);
  }

  /** Whether this only hides older entries. */
  public boolean isRemoval() {
    return put.headerLength() < 0;
  }

  public boolean hasPut() {
    return put.headerLength() > 0;
  }

  /** Bytes of the record that has the bytes. */
  public int recordLength() {
    int bytes = put.headerLength() + put.contentLength();
    return (bytes + RecordCodec.ALIGNMENT - 1) & -RecordCodec.ALIGNMENT;
  }

  /** This blob after one more record that says {@code change}. */
  public IndexEntry merge(StoredState change) {
    return new IndexEntry(id, state.merge(change), put);
  }
}
