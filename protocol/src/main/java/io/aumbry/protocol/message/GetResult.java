package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.ByteSource;

/** The outcome of a read of one blob from all its replicas. */
public sealed interface GetResult
    permits GetResult.Found, NodeResponse.Missing, NodeResponse.Unsatisfiable {
  /**
   * A blob.
   *
   * @param range the bytes of the blob that {@code content} has
   * @param content verified before it is passed on; the caller closes it
   */
  record Found(
      BlobProperties properties, BlobState state, ByteRange.Resolved range, ByteSource content)
      implements GetResult {}
}
