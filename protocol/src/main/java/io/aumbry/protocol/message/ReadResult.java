package io.aumbry.protocol.message;

import io.aumbry.protocol.buffer.ByteSource;

/** The outcome of a read of one record from one replica. */
public sealed interface ReadResult
    permits ReadResult.Found, NodeResponse.Missing, NodeResponse.Unsatisfiable {
  /**
   * A blob and the content blocks that cover the requested range.
   *
   * @param content has the length that the header states; the caller closes it and the metadata
   */
  record Found(NodeResponse.Found header, ByteSource content) implements ReadResult {}
}
