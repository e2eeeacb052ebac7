package io.aumbry.store.record;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.store.state.StoredState;

/** What stands before the metadata of a record. */
public record RecordHeader(
    RecordType type,
    BlobId id,
    StoredState state,
    Stamp stamp,
    int metadataLength,
    int contentLength) {

  /** Bytes before the content. */
  public int headerLength() {
    return RecordCodec.headerLength(metadataLength, contentLength);
  }

  /** Bytes of the whole record with its padding. */
  public int recordLength() {
    return RecordCodec.recordLength(metadataLength, contentLength);
  }

  public int blocks() {
    return BlockChecksums.blocksIn(contentLength);
  }
}
