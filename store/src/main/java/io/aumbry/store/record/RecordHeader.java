package io.aumbry.store.record;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.store.state.StoredState;

/** The fixed-length part of a record. */
public record RecordHeader(
    RecordType type,
    BlobId id,
    StoredState state,
    Stamp stamp,
    int metadataLength,
    int contentLength) {

  public int headerLength() {
    return RecordCodec.headerLength(metadataLength, contentLength);
  }

  /** With padding. */
  public int recordLength() {
    return RecordCodec.recordLength(metadataLength, contentLength);
  }

  public int blocks() {
    return BlockChecksums.blocksIn(contentLength);
  }
}
