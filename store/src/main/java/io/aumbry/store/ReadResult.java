package io.aumbry.store;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.message.NodeResponse.Absence;

/** What came of a read. */
public sealed interface ReadResult {
  /**
   * A blob, and the blocks of its content that cover what was asked.
   *
   * @param contentSize of the whole content in bytes
   * @param contentFrom where the bytes in {@code content} begin, a multiple of {@link
   *     BlockChecksums#BLOCK_SIZE}
   * @param contentLength how many there are
   * @param checksums of the blocks in {@code content}
   * @param content already verified, read piece by piece; to be closed
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
   * There is no such blob, or it has ended.
   *
   * @param endedLife the last life of a blob that has ended, else 0
   */
  record Missing(Absence absence, int endedLife) implements ReadResult {
    public Missing(Absence absence) {
      this(absence, 0);
    }
  }

  /** The range names none of the {@code contentSize} bytes. */
  record Unsatisfiable(int contentSize) implements ReadResult {}
}
