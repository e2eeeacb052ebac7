package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.Manifest;
import java.util.List;

/** The outcome of a look at some of the chunks of a blob. */
public sealed interface ChunksResult permits ChunksResult.Found, NodeResponse.Missing {
  /**
   * Some of the chunks of a blob.
   *
   * @param total number of chunks of the blob; 0 if it is in one piece
   * @param size of the blob in bytes
   * @param from where in the blob the first of these chunks begins
   * @param chunks in order, beginning with the one that was asked for; empty after the last one
   */
  record Found(long total, long size, long from, List<Manifest.Chunk> chunks)
      implements ChunksResult {
    public Found {
      chunks = List.copyOf(chunks);
    }
  }
}
