package io.aumbry.router;

import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.message.NodeResponse.Absence;

/** What came of a get. */
public sealed interface GetResult {
  /**
   * A blob.
   *
   * @param range which bytes of the whole blob {@code content} has
   * @param content exactly the bytes of {@code range}, every one verified before it is handed on;
   *     to be closed
   */
  record Found(
      BlobProperties properties, BlobState state, ByteRange.Resolved range, ByteSource content)
      implements GetResult {}

  /** There is no such blob, and enough replicas say so that this is final. */
  record Missing(Absence absence) implements GetResult {}

  /**
   * The range names none of the blob's bytes.
   *
   * @param size of the whole blob in bytes
   */
  record Unsatisfiable(long size) implements GetResult {}
}
