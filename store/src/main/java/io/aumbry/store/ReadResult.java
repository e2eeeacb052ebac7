package io.aumbry.store;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.message.NodeResponse.Absence;

public sealed interface ReadResult {
  /**
   * A blob and the content blocks that cover the requested range.
   *
   * @param contentSize bytes of the whole content
   * @param contentFrom offset in the whole content, a multiple of {@link BlockChecksums#BLOCK_SIZE}
   * @param contentLength bytes in {@code content}
   * @param checksums of the blocks in {@code content}.
   * @param content verified bytes; the caller closes it
   */
  record Found(
      BlobState state,
      Buffer metadata,
      int contentSize,
      int contentFrom,
      int contentLength,
      BlockChecksums checksums,
      ByteSource content)
      implements ReadResult {}

  /**
   * The store does not serve the blob.
   *
   * @param endedLife the last life of a blob that has ended, otherwise 0
   */
  record Missing(Absence absence, int endedLife) implements ReadResult {
    public Missing(Absence absence) {
      this(absence, 0);
    }
  }

  /** The range is outside the {@code contentSize} bytes of the blob. */
  record Unsatisfiable(int contentSize) implements ReadResult {}
}
