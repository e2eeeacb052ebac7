package io.aumbry.store.record;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.store.state.StoredState;

/**
 * A record without a position in a log. It owns its metadata and content.
 *
 * @param metadata opaque, at most {@link RecordCodec#MAX_METADATA} bytes
 */
public record RecordDraft(
    RecordType type,
    BlobId id,
    StoredState state,
    Buffer metadata,
    BlockChecksums checksums,
    Body content)
    implements AutoCloseable {

  public static RecordDraft change(RecordType type, BlobId id, StoredState state) {
    return new RecordDraft(
        type,
        id,
        state,
        HeapBuffer.copyOf(new byte[0]),
        BlockChecksums.of(Body.empty()),
        Body.empty());
  }

  public int headerLength() {
    return RecordCodec.headerLength(metadata.size(), content.size());
  }

  public int recordLength() {
    return RecordCodec.recordLength(metadata.size(), content.size());
  }

  @Override
  public void close() {
    metadata.close();
    content.close();
  }
}
