package io.aumbry.router;

import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.message.NodeResponse.Absence;
import java.util.List;

/** In which pieces a blob is kept. */
public sealed interface ChunksResult {
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

  /** There is no such blob, and enough replicas say so that this is final. */
  record Missing(Absence absence) implements ChunksResult {}
}
