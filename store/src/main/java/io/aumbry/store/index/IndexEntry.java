package io.aumbry.store.index;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.log.LogPosition;
import io.aumbry.store.state.StoredState;

/** All that the records of a blob say together, and where its bytes are. */
public record IndexEntry(BlobId id, StoredState state, PutPlace put) {
  /**
   * Where the record with the bytes is.
   *
   * @param headerLength bytes before the content; 0 when there is no such record here
   */
  public record PutPlace(LogPosition position, int headerLength, int contentLength) {
    /** The bytes have not come, only word of what became of them. */
    public static final PutPlace NONE = new PutPlace(new LogPosition(0, 0), 0, 0);
  }

  public boolean hasPut() {
    return put.headerLength() > 0;
  }

  /** This blob after one more record that says {@code change}. */
  public IndexEntry merge(StoredState change) {
    return new IndexEntry(id, state.merge(change), put);
  }
}
