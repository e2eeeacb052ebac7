package io.aumbry.router;

import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.message.NodeResponse.Absence;
import java.util.List;

/** In which pieces a blob is kept. */
public sealed interface ChunksResult {
  /**
   * Those of a blob.
   *
   * @param chunks in order; none when the blob is in one piece
   */
  record Found(List<Manifest.Chunk> chunks) implements ChunksResult {
    public Found {
      chunks = List.copyOf(chunks);
    }
  }

  /** There is no such blob, and enough replicas say so that this is final. */
  record Missing(Absence absence) implements ChunksResult {}
}
