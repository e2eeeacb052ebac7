package io.aumbry.router;

import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.message.NodeResponse.Absence;

public sealed interface GetResult {
  /**
   * A blob.
   *
   * @param range the bytes of the blob that {@code content} has
   * @param content verified before it is passed on; the caller closes it
   */
  record Found(
      BlobProperties properties, BlobState state, ByteRange.Resolved range, ByteSource content)
      implements GetResult {}

  record Missing(Absence absence) implements GetResult {}

  /**
   * The range lies outside the blob.
   *
   * @param size of the blob in bytes
   */
  record Unsatisfiable(long size) implements GetResult {}
}
