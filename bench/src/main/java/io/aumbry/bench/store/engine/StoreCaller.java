package io.aumbry.bench.store.engine;

import io.aumbry.protocol.blob.BlobId;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A caller of a store, with one call at a time. */
public interface StoreCaller extends AutoCloseable {
  /** Returns when the blob is durable. */
  void append(BlobId id, Content content);

  /**
   * Reads a whole blob.
   *
   * @param pieces receives its bytes in order; each piece is valid during the call only
   * @throws IllegalStateException when the blob is missing
   */
  void read(BlobId id, Consumer<ByteBuffer> pieces);

  /** Deletes an existing blob. Returns when the delete is durable. */
  void delete(BlobId id);

  /** Lets other callers of the thread run. This time is in no latency. */
  default void endTurn() {}

  @Override
  default void close() {}
}
